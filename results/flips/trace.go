package flips

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/align"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/why"
)

// act is one call with what it did.
type act struct {
	Place
	tool, kind string
	shown      string // the call in a few words
	command    string // of a shell
	arguments  string
	touches    []files.Touch
	text       string // of the result
	plain      string // the same as it is searched, made when it is needed
	failed     bool
}

// add notes the calls of a trial.
func (s *Session) add(t *why.Turn) {
	names := files.NewNames(t.Trial.Details.Workspace)
	at := map[[2]int]int{}
	for _, step := range t.Steps {
		if step.Copied {
			continue
		}
		for i := range step.ToolCalls {
			call := &step.ToolCalls[i]
			k := align.KeyOf(call.Name, call.Arguments, names)
			a := act{Place: Place{Task: t.Trial.Task, Step: step.StepID, Call: i + 1}, tool: call.Name, kind: k.Tool, arguments: k.Arguments,
				shown: k.Shown}
			if args := calls.Read(call); args.Kind == calls.Shell {
				a.command = args.Command
			}
			r := step.ResultOf(i)
			if a.failed = r == nil || r.Fruitless(); r != nil {
				a.text = r.Content
			}
			at[[2]int{step.StepID, i + 1}] = len(s.acts)
			s.acts = append(s.acts, a)
		}
	}
	for _, x := range s.trail.Follow(len(s.tasks)-1, names, t.Steps) {
		if i, ok := at[[2]int{x.Step, x.Call}]; ok {
			s.acts[i].touches = append(s.acts[i].touches, x)
		}
	}
}

// own are the calls of the trial itself.
func (s *Side) own() []act { return s.acts[s.first:] }

// where names a step: that of an earlier task by its task.
func (s *Side) where(p *Place) string {
	if p.Task != s.trial.Task {
		return fmt.Sprintf("step %d of %s", p.Step, p.Task)
	}
	return fmt.Sprintf("step %d", p.Step)
}

// sees finds the first call whose result has a passage, and of the trial itself the first
// if there is one; before leaves out what came at that step of the trial or later.
func (s *Side) sees(has func(text string) bool, before int) *act {
	for _, list := range [][2]int{{s.first, len(s.acts)}, {0, s.first}} {
		for i := list[0]; i < list[1]; i++ {
			a := &s.acts[i]
			if i >= s.first && before > 0 && a.Step >= before {
				break
			}
			if a.failed || a.text == "" {
				continue
			}
			if a.plain == "" {
				a.plain = plain(a.text)
			}
			if has(a.plain) {
				return a
			}
		}
	}
	return nil
}

// opened finds the last call that read or changed a file; nil if none did.
func (s *Side) opened(file string) *act {
	for i := len(s.acts) - 1; i >= 0; i-- {
		a := &s.acts[i]
		if !a.failed && slices.ContainsFunc(a.touches, func(t files.Touch) bool { return sameFile(t.Path, file) }) {
			return a
		}
	}
	return nil
}

// wrote finds the last change of a file in the trial, with its call; nil if there is none.
func (s *Side) wrote(file string) (*act, *files.Touch) {
	own := s.own()
	for i := len(own) - 1; i >= 0; i-- {
		for k := range own[i].touches {
			if t := &own[i].touches[k]; t.Op.Changes() && !t.Failed && sameFile(t.Path, file) {
				return &own[i], t
			}
		}
	}
	return nil, nil
}

// left are the files that the trial changed and did not remove, in the order of their
// last changes, those that the task names first.
func (s *Side) left() []string {
	var list []string
	own := s.own()
	for i := len(own) - 1; i >= 0; i-- {
		for _, t := range own[i].touches {
			if t.Op.Changes() && !t.Failed && !slices.Contains(list, t.Path) {
				list = append(list, t.Path)
			}
		}
	}
	list = slices.DeleteFunc(list, func(p string) bool {
		_, t := s.wrote(p)
		return t == nil || t.Op == files.Remove || strings.HasPrefix(p, "/tmp/") || strings.HasPrefix(p, "/dev/")
	})
	named := s.named()
	slices.SortStableFunc(list, func(a, b string) int { return rank(named, a) - rank(named, b) })
	return list
}

// rank puts files that the task names before data and texts, and those before scripts.
func rank(named []string, p string) int {
	switch {
	case slices.ContainsFunc(named, func(n string) bool { return files.Match(p, n) }):
		return 0
	case slices.Contains([]string{".py", ".sh", ".js", ".ts"}, path.Ext(p)):
		return 2
	}
	return 1
}

// named are the files that the task names.
func (s *Side) named() []string {
	list, _ := calls.FilesToSeek(s.trial)
	return list
}

// lastWrite is the step of the last change of a file; 0 if there is none.
func (s *Side) lastWrite() int {
	step := 0
	for i := range s.own() {
		a := &s.own()[i]
		if slices.ContainsFunc(a.touches, func(t files.Touch) bool { return t.Op.Changes() && !t.Failed }) {
			step = a.Step
		}
	}
	return step
}

// sameFile reports whether two paths are one file, of which one may lack directories.
func sameFile(a, b string) bool { return a == b || files.Match(a, b) || files.Match(b, a) }

// plain is a text as passages are sought in it: without the marks of JSON, in single spaces.
func plain(s string) string {
	return strings.Join(strings.Fields(unescape.Replace(s)), " ")
}

var unescape = strings.NewReplacer(`\"`, `"`, `\n`, "\n", `\t`, " ")

// quoteMost is how much of a text a sentence quotes, in characters.
const quoteMost = 90

// quoted is the beginning of a text in quotes.
func quoted(s string) string { return "“" + short(s, quoteMost) + "”" }

func short(s string, most int) string {
	r := []rune(strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " "))
	if len(r) > most {
		return strings.TrimSpace(string(r[:most])) + "…"
	}
	return string(r)
}
