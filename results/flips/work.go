package flips

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/align"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/why"
)

// looked finds what the side that passed read before its last write and the other never
// opened.
func (x *pair) looked() *Reason {
	if len(x.p.left()) == 0 {
		return nil
	}
	end := x.p.lastWrite()
	own := x.p.own()
	for i := range own {
		a := &own[i]
		file := fileOf(a)
		if a.failed || file == "" || changes(a) || a.Step >= end || x.f.opened(file) != nil || x.listedBy(file) {
			continue
		}
		if _, t := x.p.wrote(file); t != nil {
			continue
		}
		return &Reason{Rule: NeverOpened, Likely: true, Object: file, A: &a.Place, B: x.lastWritePlace(),
			Text: fmt.Sprintf("%s read %s (%s) before it wrote; %s never opened it.", x.p.letter, file, x.p.where(&a.Place), x.f.letter)}
	}
	return nil
}

// listedBy reports whether a call of the side that did not pass names a file without
// the trail knowing what it did with it.
func (x *pair) listedBy(file string) bool {
	base := file[strings.LastIndexByte(file, '/')+1:]
	return slices.ContainsFunc(x.f.acts, func(a act) bool { return strings.Contains(a.arguments, base) })
}

func (x *pair) lastWritePlace() *Place {
	step := x.f.lastWrite()
	for i := range x.f.own() {
		if a := &x.f.own()[i]; a.Step == step && changes(a) {
			return &a.Place
		}
	}
	return lastPlace(&x.f)
}

// called compares calls of tools that are neither files nor shells: those of the task's
// own world. What changes it comes before what looks at it.
func (x *pair) called() *Reason {
	mine, other := world(x.p.own()), world(x.f.own())
	for _, acting := range []bool{true, false} {
		left, more := without(mine, other, acting), without(other, mine, acting)
		if len(left) > 0 {
			return x.leftOut(left[0], more, acting)
		}
		if acting && len(more) > 0 {
			f := more[0]
			return &Reason{Rule: DidMore, Object: f.tool, A: lastPlace(&x.p), B: &f.Place,
				Text: fmt.Sprintf("%s also called %s (%s), which %s did not.", x.f.letter, f.label(), x.f.where(&f.Place), x.p.letter)}
		}
	}
	return nil
}

// leftOut words a call that the side that did not pass left out; more are those that it
// alone made.
func (x *pair) leftOut(a *act, more []*act, acting bool) *Reason {
	r := &Reason{Rule: OtherCall, Object: a.tool, Likely: !acting, A: &a.Place, B: lastPlace(&x.f)}
	if i := slices.IndexFunc(more, func(f *act) bool { return f.kind == a.kind }); i >= 0 {
		f := more[i]
		r.B = &f.Place
		r.Text = fmt.Sprintf("Both called %s: %s with %s (%s), %s with %s (%s).", a.tool, x.p.letter, short(a.shown, quoteMost),
			x.p.where(&a.Place), x.f.letter, short(f.shown, quoteMost), x.f.where(&f.Place))
		return r
	}
	if r.Rule = NotDone; !acting {
		r.Rule = NeverOpened
	}
	r.Text = fmt.Sprintf("%s called %s (%s); %s never did", x.p.letter, a.label(), x.p.where(&a.Place), x.f.letter)
	if len(more) > 0 {
		r.B = &more[0].Place
		r.Text += fmt.Sprintf(", and called %s instead (%s)", more[0].label(), x.f.where(r.B))
	}
	r.Text += "."
	return r
}

// without are the calls of a list that another has none of the same of.
func without(list, other []*act, acting bool) []*act {
	var out []*act
	for _, a := range list {
		if acts(a) == acting && !slices.ContainsFunc(other, func(b *act) bool { return a.kind == b.kind && a.exact() == b.exact() }) {
			out = append(out, a)
		}
	}
	return out
}

// exact are the arguments of a call without those that are prose, which nobody writes
// the same way twice.
func (a *act) exact() string {
	var fields map[string]any
	if json.Unmarshal([]byte(a.arguments), &fields) != nil {
		return a.arguments
	}
	for k, v := range fields {
		if s, ok := v.(string); ok && len(strings.Fields(s)) > 4 {
			delete(fields, k)
		}
	}
	b, err := json.Marshal(fields)
	if err != nil {
		return a.arguments
	}
	return string(b)
}

// world are the calls of the task's own tools that did not fail.
func world(list []act) []*act {
	var out []*act
	for i := range list {
		if a := &list[i]; !a.failed && a.command == "" && len(a.touches) == 0 &&
			!slices.Contains([]string{"read", "write", "edit", "shell", "think"}, a.kind) {
			out = append(out, a)
		}
	}
	return out
}

// acts reports whether a tool changes something, by its name.
func acts(a *act) bool {
	name := strings.ToLower(a.tool)
	for _, w := range []string{"get", "list", "search", "find", "read", "view", "look", "fetch", "history", "status", "calculate", "think",
		"check",
		"grep", "glob", "memory", "poll", "process", "wait", "screenshot", "query", "show"} {
		if strings.HasPrefix(name, w) || strings.Contains(name, "_"+w) || strings.Contains(name, w+"_") {
			return false
		}
	}
	return true
}

// unchecked finds a check that the side that passed ran after its last write, where the
// other ran none then.
func (x *pair) unchecked() *Reason {
	p, f := x.p.checkAfter(), x.f.checkAfter()
	if p == nil || f != nil || x.f.lastWrite() == 0 {
		return nil
	}
	r := &Reason{Rule: NotChecked, Likely: true, A: &p.Place, B: x.lastWritePlace()}
	last := x.f.lastCheck()
	if last == nil {
		r.Text = fmt.Sprintf("%s ran a check after its last write (%s, %s); %s ran none.", x.p.letter, quoted(p.command), x.p.where(&p.Place),
			x.f.letter)
		return r
	}
	r.Text = fmt.Sprintf("%s's check ran after its last write (%s, %s), %s's before (%s).", x.p.letter, quoted(p.command), x.p.where(&p.Place),
		x.f.letter, x.f.where(&last.Place))
	return r
}

// checkAfter is the first check of the trial that ran after its last write.
func (s *Side) checkAfter() *act {
	end := s.lastWrite()
	for i := range s.own() {
		if a := &s.own()[i]; end > 0 && a.Step > end && isCheck(a) {
			return a
		}
	}
	return nil
}

func (s *Side) lastCheck() *act {
	var last *act
	for i := range s.own() {
		if isCheck(&s.own()[i]) {
			last = &s.own()[i]
		}
	}
	return last
}

// isCheck reports whether a command runs something: an interpreter, a test or a build.
func isCheck(a *act) bool {
	return a.command != "" && slices.ContainsFunc(calls.Commands(a.command), func(c calls.Command) bool {
		return slices.Contains(align.Runners, c.Program)
	})
}

// values finds a file that both wrote in which one side has other values.
func (x *pair) values() *Reason {
	for _, file := range x.p.left() {
		pa, pt := x.p.wrote(file)
		fa, ft := x.f.wrote(file)
		if ft == nil || !pt.Known || !ft.Known || pt.Text == ft.Text {
			continue
		}
		data := why.IsData(file)
		pv, fv := only(pt.Text, ft.Text, data), only(ft.Text, pt.Text, data)
		r := &Reason{Rule: OtherValue, Object: file, Likely: true, A: &pa.Place, B: &fa.Place}
		r.Text = fmt.Sprintf("Both wrote %s with other content (%s: %s, %s: %s)", file, x.p.letter, x.p.where(&pa.Place), x.f.letter,
			x.f.where(&fa.Place))
		if pl, fl := firstOnly(pt.Text, ft.Text), firstOnly(ft.Text, pt.Text); len(pv) > 0 && len(fv) > 0 {
			r.Text += fmt.Sprintf(": %s has %s, %s %s", x.p.letter, listed(pv), x.f.letter, listed(fv))
		} else if pl != "" || fl != "" {
			r.Text += fmt.Sprintf(": %s has %s, %s %s", x.p.letter, orNothing(pl), x.f.letter, orNothing(fl))
		}
		r.Text += "."
		return r
	}
	return nil
}

// only are the values of a text that another has nowhere.
func only(text, other string, data bool) []string {
	return slices.DeleteFunc(why.Values(text, data), func(v string) bool { return why.Has(other, v) })
}

// firstOnly is the first line of a text that another has nowhere.
func firstOnly(text, other string) string {
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.Contains(other, line) {
			return line
		}
	}
	return ""
}

func orNothing(line string) string {
	if line == "" {
		return "no such line"
	}
	return quoted(line)
}

// stuck is a failed call after which nothing went well.
func (x *pair) stuck() *Reason {
	own := x.f.own()
	if len(own) == 0 || !own[len(own)-1].failed {
		return nil
	}
	a := &own[len(own)-1]
	return &Reason{Rule: Stuck, Object: a.tool, Likely: true, A: lastPlace(&x.p), B: &a.Place,
		Text: fmt.Sprintf("%s's last call failed (%s, %s).", x.f.letter, a.label(), x.f.where(&a.Place))}
}

// answered is what both said at the end.
func (x *pair) answered() *Reason {
	p, f := answer(&x.p), answer(&x.f)
	if p == "" || f == "" || p == f {
		return nil
	}
	lead := "Same work"
	if len(x.p.own())+len(x.f.own()) == 0 {
		lead = "Neither made a call"
	}
	return &Reason{Rule: OtherAnswer, Likely: true, A: lastPlace(&x.p), B: lastPlace(&x.f),
		Text: fmt.Sprintf("%s: %s answered %s, %s %s.", lead, x.p.letter, quoted(p), x.f.letter, quoted(f))}
}

// answer is the answer that a trial left, or else its last message.
func answer(s *Side) string {
	if t := s.trial.Details.Answer; t != nil && strings.TrimSpace(*t) != "" {
		return strings.TrimSpace(*t)
	}
	list := s.steps
	for i := len(list) - 1; i >= 0; i-- {
		if m := strings.TrimSpace(list[i].Message); list[i].Source == results.SourceAgent && m != "" {
			return m
		}
	}
	return ""
}
