// Package files tracks the files that an agent uses in a trace: which call read, wrote, changed or
// removed a file, and the content afterwards as far as the record shows it. It only parses commands
// and scripts and never runs them; conclusions from their text are marked as guessed. The functions
// are pure.
package files

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
)

// Op is an operation on a file.
type Op string

// Operations.
const (
	Read   Op = "read"
	Write  Op = "write"  // operation that replaces the whole file
	Append Op = "append" // operation that adds text at the end
	Edit   Op = "edit"   // operation that changes a part of the file
	Remove Op = "remove"
)

// Changes reports whether the operation changes the file.
func (o Op) Changes() bool { return o != Read }

// Touch is one operation of a call on one file.
type Touch struct {
	Trial  int    // number of the trial, assigned by the caller
	Step   int    // number of the step in the trace, from 1
	Call   int    // number of the call in the step, from 1
	CallID string // id of the call in the record; may be empty
	Op     Op
	Path   string // name of the file, see Names
	// Text is the content of the file after the operation, or the text that a read returned. It is
	// set only if Known is set, which means that the record contains the complete text.
	Text  string
	Known bool
	// Before is the content of the file before a change; it is set only if KnownBefore is set.
	Before      string
	KnownBefore bool
	// By is the path of the script file that accessed the file; empty if the call or its inline
	// code did.
	By      string
	Guessed bool // set if the operation is inferred from the text of a command or script
	Failed  bool // set if the call failed; the file may be unchanged
}

// Trail tracks the files of one agent through one or more trials.
type Trail struct {
	files map[string]string   // content of each file whose content is completely known, by path
	opens map[string][]opened // files that each script opens, by the text of the script
	trial int
	names Names
	list  []Touch
}

// NewTrail returns a Trail without any known files.
func NewTrail() *Trail { return &Trail{files: map[string]string{}, opens: map[string][]opened{}} }

// Follow processes the next steps of a trial and returns the file operations of their calls, in
// order. It skips context copied from an earlier trace.
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

// visit is the call whose file operations are being determined.
type visit struct {
	*Trail
	at     Touch // trial, step and number of the call
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

// put records a change and updates the known content of the file. For an append, x.Text is only the
// added text.
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
