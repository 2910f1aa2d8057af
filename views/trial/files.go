package trial

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/richtext"
)

// TrialFiles holds the files of a trial, reconstructed from its trace.
type TrialFiles struct {
	Run      string      `json:"run"`      // slug of the run
	Scenario string      `json:"scenario"` // slug of the scenario
	Task     string      `json:"task"`     // slug of the task
	Attempt  int         `json:"attempt"`  // number of the attempt, from 1
	Files    []TrialFile `json:"files"`    // changed files in the order of their first change
	Read     []string    `json:"read"`     // paths of files that were only read
	Long     bool        `json:"too_long"` // true if the trace is too long to be replayed; then the lists are empty
	URL      string      `json:"url"`      // URL of the page

	Of     *Trial `json:"-"`
	trail  *files.Trail
	names  files.Names
	at     map[string]int // indexes in Files by path
	read   map[string]int // number of read calls per path before the file's first change
	room   int            // remaining space for stored texts, in bytes
	wanted func(file int, v *FileVersion) bool
}

type TrialFile struct {
	Path     string        `json:"path"`     // path relative to the workspace
	Reads    int           `json:"reads"`    // number of calls that read the file
	Versions []FileVersion `json:"versions"` // content after each successful call that changed the file
	Failed   int           `json:"failed"`   // number of failed calls that tried to change the file
	Asked    []FileAsked   `json:"asked"`    // values that the checker expects in the file
}

type FileVersion struct {
	Version int      `json:"version"` // number of the version, from 1
	Step    int      `json:"step"`
	Call    int      `json:"call"`         // 1-based index of the call within the step
	Op      files.Op `json:"op"`           // operation: write, append, edit or remove
	By      string   `json:"by,omitempty"` // name of the script that changed the file; absent if the call did so itself
	Likely  bool     `json:"likely"`       // true if the change is inferred from the text of a command or script
	Lines   *int     `json:"lines"`        // number of lines; null if the trace does not contain the complete text
	Bytes   *int     `json:"bytes"`        // size in bytes; null if the trace does not contain the complete text
	Text    *string  `json:"text"`         // URL of the text; null if the trace does not contain the complete text
	URL     string   `json:"url"`          // URL of the step

	Kept bool   `json:"-"` // true if Body is set; the page has space for only some texts
	Body string `json:"-"`
}

type FileAsked struct {
	Field    string `json:"field"`    // field in the file; empty if the checker does not specify one
	Expected string `json:"expected"` // expected value; empty if the checker does not report one
	Got      string `json:"got"`      // value that the checker found; empty if the checker does not report one
}

// NewTrialFiles prepares a reconstruction of the trial's files. room is the maximum total size of
// the stored texts in bytes. wanted selects the versions to store by file number, from 1; nil
// selects all.
func NewTrialFiles(t *Trial, room int, wanted func(file int, v *FileVersion) bool) *TrialFiles {
	return &TrialFiles{
		Run: t.Run, Scenario: t.Scenario, Task: t.Task, Attempt: t.Attempt, Files: []TrialFile{}, Read: []string{}, URL: t.Query.Files(), Of: t,
		trail: files.NewTrail(), names: files.NewNames(t.Stored.Trial.Details.Workspace), at: map[string]int{}, read: map[string]int{},
		room: room, wanted: wanted,
	}
}

func (f *TrialFiles) AddSteps(steps []results.Step) {
	touches := f.trail.Follow(0, f.names, views.Pointers(steps))
	for i := range touches {
		f.add(&touches[i])
	}
}

func (f *TrialFiles) add(x *files.Touch) {
	k, changed := f.at[x.Path]
	switch {
	case !x.Op.Changes() && !changed:
		if x.Failed {
			return
		}
		if f.read[x.Path]++; f.read[x.Path] == 1 {
			f.Read = append(f.Read, x.Path)
		}
		return
	case !changed:
		k = len(f.Files)
		f.at[x.Path], f.Files = k, append(f.Files,
			TrialFile{Path: x.Path, Reads: f.read[x.Path], Versions: []FileVersion{}, Asked: f.Of.asked(x.Path)})
	}
	file := &f.Files[k]
	switch {
	case !x.Op.Changes() && !x.Failed:
		file.Reads++
	case x.Failed && x.Op.Changes():
		file.Failed++
	case x.Op.Changes():
		file.Versions = append(file.Versions, f.version(k, len(file.Versions)+1, x))
	}
}

func (f *TrialFiles) version(file, n int, x *files.Touch) FileVersion {
	v := FileVersion{Version: n, Step: x.Step, Call: x.Call, Op: x.Op, By: x.By, Likely: x.Guessed, URL: f.Of.Query.Window(x.Step)}
	if !x.Known || x.Op == files.Remove {
		return v
	}
	lines, bytes, text := richtext.CountLines(x.Text), len(x.Text), f.Of.Query.FileText(file+1, n)
	v.Lines, v.Bytes, v.Text = &lines, &bytes, &text
	if size := len(x.Text); (f.wanted == nil || f.wanted(file+1, &v)) && size <= f.room {
		f.room -= size
		v.Kept, v.Body = true, x.Text
	}
	return v
}

func (t *Trial) asked(path string) []FileAsked {
	list := []FileAsked{}
	if t.Why == nil {
		return list
	}
	for i := range t.Why.Failed {
		c := &t.Why.Failed[i]
		if c.Wrote != nil && c.Wrote.Task == t.Task && c.Wrote.File == path && c.Expected+c.Got != "" {
			list = append(list, FileAsked{Field: c.Field, Expected: c.Expected, Got: c.Got})
		}
	}
	return list
}

// Finish removes changed files from the list of files that were only read, and releases temporary
// data.
func (f *TrialFiles) Finish() *TrialFiles {
	var only []string
	for _, path := range f.Read {
		if _, changed := f.at[path]; !changed {
			only = append(only, path)
		}
	}
	f.Read = append([]string{}, only...)
	f.trail, f.read = nil, nil
	return f
}
