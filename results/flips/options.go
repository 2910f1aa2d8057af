package flips

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
)

// ended is a trial that came to no result.
func (x *pair) ended() *Reason {
	t := x.f.trial
	what := ""
	switch t.Status {
	case results.Timeout:
		what = "ran out of time"
	case results.AgentError:
		what = "crashed"
	case results.InfraError:
		what = "was ended by an error of the environment"
	case results.JudgeError:
		what = "has no verdict that can be read"
	case results.Missing, results.NotJudged:
		what = "has no verdict"
	case results.NoAnswer:
		what = "gave no answer that could be read"
	default:
		return nil
	}
	text := x.f.letter + " " + what
	if t.StepsTotal > 0 {
		text += fmt.Sprintf(" after %s", steps(t.StepsTotal))
	}
	if e := strings.TrimSpace(t.Details.ErrorType); e != "" {
		text += " (" + short(e, 60) + ")"
	}
	if n := x.p.trial.StepsTotal; n > 0 {
		text += fmt.Sprintf("; %s came to its result in %s", x.p.letter, steps(n))
	}
	return &Reason{Rule: Ended, Text: text + ".", B: lastPlace(&x.f)}
}

func steps(n int) string {
	if n == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", n)
}

// lastPlace is the last step of the trial.
func lastPlace(s *Side) *Place {
	if len(s.steps) == 0 {
		return nil
	}
	return &Place{Task: s.trial.Task, Step: s.steps[len(s.steps)-1].StepID}
}

// chosen follows the options that the side that did not pass took or left wrongly: what
// both sides were shown about them.
func (x *pair) chosen() *Reason {
	if n := len(x.f.task.Options); n > 0 && len(x.f.trial.Selected) == n {
		return &Reason{Rule: OtherChoice, A: lastPlace(&x.p), B: lastPlace(&x.f), Text: fmt.Sprintf("%s chose all %d options; %s chose %s.",
			x.f.letter, n, x.p.letter, strings.Join(x.p.trial.Selected, ", "))}
	}
	if x.f.why == nil || x.p.why == nil {
		return x.looks("")
	}
	var both *Reason
	for i := range x.f.why.Complaints {
		c := &x.f.why.Complaints[i]
		if i >= len(x.p.why.Complaints) || c.Option == "" {
			break
		}
		r := x.option(c, x.p.why.Complaints[i].Read)
		if r == nil {
			continue
		}
		if r.Rule != OtherChoice {
			return r
		}
		if both == nil {
			both = r
		}
	}
	if r := x.looks(x.picks()); r != nil && (both == nil || both.Likely) {
		return r
	}
	if both != nil {
		return both
	}
	return &Reason{Rule: OtherChoice, Likely: true, A: lastPlace(&x.p), B: lastPlace(&x.f),
		Text: fmt.Sprintf("%s, of which nothing that %s alone opened speaks.", x.picks(), x.p.letter)}
}

// picks words what the side that did not pass chose wrongly.
func (x *pair) picks() string {
	var list []string
	if x.f.why != nil {
		for _, c := range x.f.why.Complaints {
			if c.Option != "" {
				list = append(list, wrongly(&c))
			}
		}
	}
	if len(list) > 3 {
		list = append(list[:3], "and more")
	}
	return strings.TrimSpace(x.f.letter + " " + strings.Join(list, ", "))
}

// wrongly words a wrong choice: "left out C".
func wrongly(c *results.Complaint) string {
	if c.Fault == "omitted" {
		return "left out " + c.Option
	}
	return "chose " + c.Option
}

// option compares what both were shown about an option; read is what the side that
// passed was. It is nil where that saw nothing of it.
func (x *pair) option(c *results.Complaint, read *results.Cause) *Reason {
	if read == nil || read.Quote == "" {
		return nil
	}
	quote := plain(strings.TrimSuffix(read.Quote, "…"))
	has := func(text string) bool { return strings.Contains(text, quote) }
	p := x.p.sees(has, 0)
	if p == nil || lists(p) {
		return nil
	}
	r := &Reason{Object: c.Option, A: &p.Place}
	what := fmt.Sprintf("the passage on option %s (%s)", c.Option, quoted(read.Quote))
	f := x.f.sees(has, 0)
	if f == nil {
		r.Rule = NeverOpened
		r.Text = fmt.Sprintf("%s saw %s%s at %s; %s and %s.", x.p.letter, what, in(p), x.p.where(&p.Place), x.neverSaw(p, r), wrongly(c))
		return r
	}
	r.B = &f.Place
	own := func(s *Side, a *act) bool { return a.Task == s.trial.Task }
	if own(&x.p, p) && !own(&x.f, f) {
		r.Rule = OlderValue
		r.Text = fmt.Sprintf("%s looked again at %s%s (%s); %s had only read it at %s and %s.", x.p.letter, what, in(p), x.p.where(&p.Place),
			x.f.letter, x.f.where(&f.Place), wrongly(c))
		return r
	}
	r.Rule, r.Likely = OtherChoice, read.Likely
	r.Text = fmt.Sprintf("Both saw %s (%s: %s, %s: %s); %s %s all the same.", what, x.p.letter, x.p.where(&p.Place), x.f.letter,
		x.f.where(&f.Place), x.f.letter, wrongly(c))
	return r
}

// neverSaw says of something that one side was shown how the other missed it.
func (x *pair) neverSaw(p *act, r *Reason) string {
	file := fileOf(p)
	if file == "" {
		if k := slices.IndexFunc(x.f.acts, func(a act) bool { return same(&a, p) }); k >= 0 {
			f := &x.f.acts[k]
			r.B = &f.Place
			return fmt.Sprintf("%s made the same call (%s) and was not shown it", x.f.letter, x.f.where(&f.Place))
		}
		return fmt.Sprintf("%s never made that call (%s)", x.f.letter, p.label())
	}
	f := x.f.opened(file)
	if f == nil {
		return fmt.Sprintf("%s never opened %s", x.f.letter, file)
	}
	r.B = &f.Place
	return fmt.Sprintf("%s opened the file (%s) and was not shown it", x.f.letter, x.f.where(&f.Place))
}

// same reports whether two calls do the same: tool and object are.
func same(a, b *act) bool {
	return a.kind == b.kind && a.arguments == b.arguments || fileOf(a) != "" && fileOf(a) == fileOf(b) && changes(a) == changes(b)
}

func changes(a *act) bool {
	return slices.ContainsFunc(a.touches, func(t touch) bool { return t.Op.Changes() })
}

// fileOf is the file that a call is about; empty if it is about none or several.
func fileOf(a *act) string {
	file := ""
	for _, t := range a.touches {
		if file != "" && t.Path != file {
			return ""
		}
		file = t.Path
	}
	return file
}

// in names the file that showed something.
func in(a *act) string {
	if file := fileOf(a); file != "" {
		return " in " + file
	}
	return ""
}

// label is a call in a few words.
func (a *act) label() string {
	if a.shown == "" || a.shown == "{}" {
		return a.tool
	}
	return a.tool + " " + short(a.shown, 60)
}

// looks finds the first look of the side that passed at something that the other never
// opened; then says what became of the other.
func (x *pair) looks(then string) *Reason {
	if then == "" {
		then = x.f.letter + " did not"
	}
	own, other := x.p.own(), x.f.own()
	if len(other) == 0 && len(own) > 0 {
		a := &own[0]
		return &Reason{Rule: NeverOpened, Likely: true, A: &a.Place, B: lastPlace(&x.f), Object: fileOf(a),
			Text: fmt.Sprintf("%s looked before it answered (%s, %s); %s answered without a call: %s.", x.p.letter, a.label(), x.p.where(&a.Place),
				x.f.letter, then)}
	}
	var best *act
	most := 0
	words := x.wrongWords()
	for i := range own {
		a := &own[i]
		if a.failed || changes(a) || lists(a) || slices.ContainsFunc(x.f.acts, func(f act) bool { return same(&f, a) || covers(&f, a) }) {
			continue
		}
		if n := spoken(a, words); n > most {
			best, most = a, n
		}
	}
	if best == nil {
		return nil
	}
	what := "made the call " + best.label()
	never := "never made it"
	if file := fileOf(best); file != "" {
		what, never = "looked at "+file, "never opened it"
	}
	return &Reason{Rule: NeverOpened, Likely: true, A: &best.Place, Object: fileOf(best),
		Text: fmt.Sprintf("%s %s (%s); %s %s; %s.", x.p.letter, what, x.p.where(&best.Place), x.f.letter, never, then)}
}

// wrongWords are the long words of the options that were taken or left wrongly, in lower
// case.
func (x *pair) wrongWords() []string {
	var list []string
	if x.f.why != nil {
		for _, c := range x.f.why.Complaints {
			for _, w := range strings.FieldsFunc(strings.ToLower(c.Text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
				if (len(w) > 5 || strings.ContainsAny(w, "0123456789") && len(w) > 1) && !slices.Contains(list, w) {
					list = append(list, w)
				}
			}
		}
	}
	return list
}

// spoken counts the words that the result of a call has; one alone may be chance.
func spoken(a *act, words []string) int {
	text, n := strings.ToLower(a.text), 0
	for _, w := range words {
		if strings.Contains(text, w) {
			n++
		}
	}
	return max(0, n-1)
}

// lists reports whether a command says what files there are, and nothing of what is in them.
func lists(a *act) bool {
	list := calls.Commands(a.command)
	return len(list) > 0 && !slices.ContainsFunc(list, func(c calls.Command) bool {
		return !slices.Contains([]string{"ls", "find", "pwd", "cd", "wc", "du", "stat", "tree", "cksum", "md5sum", "sha256sum", "date", "echo",
			"sort", "mkdir", "which", "true", "head", "file"}, c.Program) || c.Program == "head" && len(c.Operands()) > 0
	})
}

// covers reports whether a call was shown all that another was.
func covers(f, p *act) bool {
	if f.failed || len(p.touches) == 0 {
		return false
	}
	for _, t := range p.touches {
		if !slices.ContainsFunc(f.touches, func(o touch) bool { return sameFile(o.Path, t.Path) }) {
			return false
		}
	}
	return true
}
