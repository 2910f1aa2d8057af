package trial

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/richtext"
)

// TrialFiles are the files of a trial, replayed from its trace.
type TrialFiles struct {
	Run      string      `json:"run"`      // slug of the run
	Scenario string      `json:"scenario"` // slug of the scenario
	Task     string      `json:"task"`     // slug of the task
	Attempt  int         `json:"attempt"`  // counted from 1
	Files    []TrialFile `json:"files"`    // that a call changed, in the order of the first change
	Read     []string    `json:"read"`     // paths of those that calls only read
	Long     bool        `json:"too_long"` // the trace is too long to be replayed; then nothing is listed
	URL      string      `json:"url"`      // of the page

	Of     *Trial `json:"-"`
	trail  *files.Trail
	names  files.Names
	at     map[string]int // in Files, by path
	read   map[string]int // calls that read a file before one changed it, by path
	room   int            // bytes of texts that may still be kept
	wanted func(file int, v *FileVersion) bool
}

type TrialFile struct {
	Path     string        `json:"path"`     // from the workspace on
	Reads    int           `json:"reads"`    // calls that read it
	Versions []FileVersion `json:"versions"` // what each call that did not fail made of it
	Failed   int           `json:"failed"`   // calls that tried to change it and failed
	Asked    []FileAsked   `json:"asked"`    // what the checker says of it
}

type FileVersion struct {
	Version int      `json:"version"`      // from 1
	Step    int      `json:"step"`         // number of the step
	Call    int      `json:"call"`         // of the step's calls, from 1
	Op      files.Op `json:"op"`           // write, append, edit or remove
	By      string   `json:"by,omitempty"` // script that did it; absent if the call did
	Likely  bool     `json:"likely"`       // follows from the text of a command or script, which was not run here
	Lines   *int     `json:"lines"`        // of its text; null where the trace does not show all of it
	Bytes   *int     `json:"bytes"`        // of its text; null where the trace does not show all of it
	Text    *string  `json:"text"`         // address of its text; null where the trace does not show all of it
	URL     string   `json:"url"`          // of the step

	Kept bool   `json:"-"` // of the texts only so many are kept as a page has room for
	Body string `json:"-"`
}

type FileAsked struct {
	Field    string `json:"field"`    // of the file; empty if none is named
	Expected string `json:"expected"` // value that the checker asked for; empty if it names none
	Got      string `json:"got"`      // value that it found; empty if it names none
}

// NewTrialFiles begins a replay. room bounds the kept texts in bytes; wanted selects files, from
// 1, or all if nil.
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

// Finish drops files that were only read, and what is no longer needed.
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
