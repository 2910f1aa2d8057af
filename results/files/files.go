// Package files follows the files of an agent through its trace: which call read,
// wrote, changed or removed one, and what stood in it afterwards as far as the
// record shows that. Nothing is run: commands and scripts are read as text, and what
// follows from them is marked as guessed. The functions are pure.
package files

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
)

// Op is what a call did with a file.
type Op string

// The operations.
const (
	Read   Op = "read"
	Write  Op = "write"  // the whole file
	Append Op = "append" // at its end
	Edit   Op = "edit"   // in its middle
	Remove Op = "remove"
)

// Changes reports whether a file is another one afterwards.
func (o Op) Changes() bool { return o != Read }

// Touch is one file in one call.
type Touch struct {
	Trial  int    // as the caller counts them
	Step   int    // number of the step
	Call   int    // of the step's calls, counted from 1
	CallID string // as the record has it; may be empty
	Op     Op
	Path   string // of the file, as Names gives it
	// Text is what stands in the file afterwards, or what a read showed of it; only
	// where Known, which is false where the record does not say it in full.
	Text  string
	Known bool
	// Before is what stood in a file that was changed, where KnownBefore.
	Before      string
	KnownBefore bool
	// By is the script that touched the file; empty if the call did it itself.
	By      string
	Guessed bool // follows from the text of a command or script, which was not run here
	Failed  bool // the call failed: the file may be as it was
}

// Trail follows the files of one agent through one or more trials.
type Trail struct {
	files map[string]string   // contents that are known in full, by path
	opens map[string][]opened // by scripts, by their text
	trial int
	names Names
	list  []Touch
}

// NewTrail begins with files of which nothing is known.
func NewTrail() *Trail { return &Trail{files: map[string]string{}, opens: map[string][]opened{}} }

// Follow goes on through the steps of a trial, and lists what its calls did with
// files, in their order. Context that was copied from an earlier trace is left out.
func (t *Trail) Follow(trial int, names Names, steps []*results.Step) []Touch {
	t.trial, t.names, t.list = trial, names, nil
	for _, s := range steps {
		if s.Copied {
			continue
		}
		for i := range s.ToolCalls {
			t.call(s, i)
		}
	}
	return t.list
}

func (t *Trail) text(path string) (string, bool) {
	s, ok := t.files[path]
	return s, ok
}

// visit is one call whose files are being found.
type visit struct {
	*Trail
	at     Touch // the place of the call
	result *results.Result
	cwd    string
}

func (t *Trail) call(s *results.Step, i int) {
	call := &s.ToolCalls[i]
	v := visit{Trail: t, result: s.ResultOf(i)}
	v.at = Touch{Trial: t.trial, Step: s.StepID, Call: i + 1, CallID: call.ID, Failed: v.result == nil || v.result.Fruitless()}
	args := calls.Read(call)
	v.cwd = t.names.Of("", args.Cwd)
	if v.result != nil && args.Cwd == "" {
		v.cwd = t.names.Of("", v.result.Cwd)
	}
	path := t.names.Of(v.cwd, args.Path)
	switch args.Kind {
	case calls.Look:
		v.read(path, args.Range == "")
	case calls.Write:
		op := Write
		if strings.Contains(strings.ToLower(call.Name), "append") {
			op = Append
		}
		v.put(Touch{Op: op, Path: path, Text: args.Content, Known: true})
	case calls.Edit:
		v.edit(path, &args)
	case calls.Shell:
		v.shell(args.Command)
	}
}

func (v *visit) read(path string, whole bool) {
	x := Touch{Op: Read, Path: path}
	if v.result != nil && !v.at.Failed {
		x.Text, x.Known = v.result.Content, true
		if _, known := v.files[path]; whole && !known && v.result.Truncation == "" {
			v.files[path] = x.Text
		}
	}
	v.note(x)
}

// put notes a change and keeps what stands in the file from then on. The text of an
// append is what was added.
func (v *visit) put(x Touch) {
	x.Before, x.KnownBefore = v.text(x.Path)
	if x.Op == Append {
		x.Known = x.Known && x.KnownBefore
		x.Text = x.Before + x.Text
	}
	if !x.Known {
		x.Text = ""
	}
	if !v.at.Failed {
		if x.Known && x.Op != Remove {
			v.files[x.Path] = x.Text
		} else {
			delete(v.files, x.Path)
		}
	}
	v.note(x)
}

func (v *visit) note(x Touch) {
	if x.Path == "" || x.Path == "." || strings.HasPrefix(x.Path, "/dev/") {
		return
	}
	x.Trial, x.Step, x.Call, x.CallID, x.Failed = v.at.Trial, v.at.Step, v.at.Call, v.at.CallID, v.at.Failed
	v.list = append(v.list, x)
}
