package trial

import (
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// sessionFact is one of the four facts that the page of a trace without a verdict
// leads with.
type sessionFact struct {
	Label string
	Big   string // what a hurried reader takes away; empty: the lines alone
	Lines []sessionLine
}

// sessionLine is one line below it. Link stands before Text.
type sessionLine struct {
	Link, Href string
	Mono       bool // the link is a name of a file or a command
	Text       string
	Quiet      bool
}

// sessionFacts says what an agent did, what it cost, which files it touched and where
// it failed; nil where a verdict leads, or where nothing of it was kept.
func (t trialView) sessionFacts() []sessionFact {
	if t.Session == nil {
		return nil
	}
	return []sessionFact{t.did(), t.cost(), t.touched(), t.whereFailed()}
}

// sessionTitle names a trace without a verdict by what it is about.
func (t trialView) sessionTitle() string {
	if t.Session == nil {
		return ""
	}
	return ui.Plain(t.Session.Title)
}

// sessionLead says whose session it is, and how it got its title.
func (t trialView) sessionLead() string {
	rule := map[string]string{
		"commit": "; the title is the message of its only commit",
		"prompt": "; the title is the first line of its prompt",
		"files":  "; the title is the file that it changed most",
	}[t.Session.TitleFrom]
	at := ""
	if t.StartedAt != nil {
		at = ", " + words.DateTime(t.StartedAt)
	}
	return t.system() + at + ": no verdict, nothing checked this session" + rule + "."
}

// stepLine leads to a step.
func (t trialView) stepLine(step int, text string) sessionLine {
	return sessionLine{Link: "step " + strconv.Itoa(step), Href: t.Query.Window(step), Text: text}
}

func (t trialView) did() sessionFact {
	s := t.Session
	f := sessionFact{Label: "Did", Big: words.Plural(t.ToolCalls, "call", "calls")}
	if t.StartedAt != nil && t.FinishedAt != nil {
		span := *t.FinishedAt - *t.StartedAt
		waited := int64(0)
		if s.WaitedMS != nil {
			waited = min(*s.WaitedMS, span)
		}
		work := span - waited
		f.Big += ", " + words.Duration(&work)
		if waited >= 1000 {
			f.Lines = append(f.Lines, sessionLine{Text: "And " + words.Duration(&waited) + " between an answer and the next prompt"})
		}
	} else {
		f.Lines = append(f.Lines, sessionLine{Text: "Time not recorded"})
	}
	f.Lines = append(f.Lines, sessionLine{Text: words.Counted(s.Prompts, "prompt") + ", " + words.Plural(s.ModelCalls, "answer",
		"answers") + " of the model"})
	if s.Agents > 0 {
		f.Lines = append(f.Lines, sessionLine{Text: words.Counted(s.Agents,
			"sub-agent") + " made " + words.Count(s.AgentCalls) + " of the calls"})
	}
	f.Lines = append(f.Lines, t.commitLines()...)
	if s.LastStep > 0 {
		f.Lines = append(f.Lines, sessionLine{Link: "Last words", Href: t.Query.Window(s.LastStep), Text: " “" + ui.Plain(s.LastWords) + "”"})
	}
	return f
}

const commitsShown = 3

func (t trialView) commitLines() (list []sessionLine) {
	s := t.Session
	if s.CommitsTotal > 0 {
		text := words.Counted(s.CommitsTotal, "commit")
		if s.PushStep > s.Commits[len(s.Commits)-1].Step || s.PushStep == s.Commits[len(s.Commits)-1].Step {
			text += ", pushed"
		}
		if s.CommitsTotal > commitsShown {
			text += "; the last:"
		}
		list = append(list, sessionLine{Text: text})
	}
	for _, c := range s.Commits[max(0, len(s.Commits)-commitsShown):] {
		subject := ui.Plain(c.Subject)
		if subject == "" {
			subject = "message not recorded"
		}
		list = append(list, t.stepLine(c.Step, " "+subject))
	}
	return list
}

func (t trialView) cost() sessionFact {
	s, u := t.Session, t.Usage
	f := sessionFact{Label: "Cost", Big: costText(u.CostUSD)}
	switch {
	case u.CostUSD == nil:
		f.Big = "not recorded"
		f.Lines = append(f.Lines, sessionLine{Text: "No price is in the transcript", Quiet: true})
	case s.PricedCalls == 0:
		f.Lines = append(f.Lines, sessionLine{Text: "The transcript's own total"})
	case s.PricedCalls < s.ModelCalls:
		f.Lines = append(f.Lines, sessionLine{Text: "Sum of the " + words.Count(s.PricedCalls) + " of " + words.Plural(s.ModelCalls,
			"answer that states its price", "answers that state their price")})
	default:
		f.Lines = append(f.Lines, sessionLine{Text: "Sum over " + words.Plural(s.ModelCalls, "answer", "answers")})
	}
	if s.AgentCostUSD != nil {
		f.Lines = append(f.Lines, sessionLine{Text: "Of it by sub-agents: " + costText(s.AgentCostUSD)})
	}
	return sessionFact{f.Label, f.Big, append(f.Lines, t.tokenLines()...)}
}

// tokenLines say how many tokens went in and out, and of how many answers that is.
func (t trialView) tokenLines() []sessionLine {
	s, u := t.Session, t.Usage
	if u.Input == nil && u.Output == nil {
		return []sessionLine{{Text: "Tokens not recorded"}}
	}
	text := words.Tokens(u.Output) + " tokens out"
	if in := addKnown(u.Input, u.CacheRead, u.CacheWrite); u.Input != nil {
		text = words.Tokens(&in) + " tokens in"
		if u.CacheRead != nil && in > 0 {
			share := float64(*u.CacheRead) / float64(in)
			text += ", " + strconv.Itoa(int(share*100)) + " % of them from the cache"
		}
		text += "; " + words.Tokens(u.Output) + " out"
	}
	list := []sessionLine{{Text: text}}
	if s.CountedCalls > 0 && s.CountedCalls < s.ModelCalls {
		list = append(list, sessionLine{Text: "Stated by " + words.Count(s.CountedCalls) + " of " + words.Count(s.ModelCalls) + " answers",
			Quiet: true})
	}
	return list
}

func addKnown(list ...*int64) (sum int64) {
	for _, n := range list {
		if n != nil {
			sum += *n
		}
	}
	return sum
}

const filesShown = 5

func (t trialView) touched() sessionFact {
	s := t.Session
	f := sessionFact{Label: "Files touched", Big: words.Plural(s.ChangedTotal, "file", "files") + " changed"}
	for i, x := range s.Changed {
		if i == filesShown {
			break
		}
		f.Lines = append(f.Lines, sessionLine{Link: ui.Plain(x.Path), Mono: true, Href: t.Query.Window(x.Step), Text: " " + touchText(&x)})
	}
	if n := s.ChangedTotal - min(len(s.Changed), filesShown); n > 0 {
		f.Lines = append(f.Lines, sessionLine{Text: "and " + words.Count(n) + " more", Quiet: true})
	}
	f.Lines = append(f.Lines, sessionLine{Text: words.Plural(s.ReadTotal, "file", "files") + " read", Quiet: true})
	if s.Unfollowed > 0 {
		f.Lines = append(f.Lines, sessionLine{Text: "The trace is long: files are followed up to step " + words.Count(s.Unfollowed-1)})
	}
	return f
}

// touchText says what was done with a file.
func touchText(x *results.SessionFile) string {
	text := map[string]string{"write": "written", "append": "appended to", "edit": "edited", "remove": "removed"}[x.Op]
	if x.Changes > 1 {
		text += ", " + words.Count(x.Changes) + " changes"
	}
	switch {
	case x.Added != nil && x.Removed != nil:
		text += ", +" + words.Count(*x.Added) + " −" + words.Count(*x.Removed)
	case x.Lines != nil:
		text += ", " + words.Counted(*x.Lines, "line")
	}
	if x.Guessed {
		text += " (likely: read from the text of a command)"
	}
	return text
}

const failuresShown = 4

func (t trialView) whereFailed() sessionFact {
	s := t.Session
	f := sessionFact{Label: "Where it failed", Big: words.Count(t.Failed) + " of " + words.Plural(t.ToolCalls, "call", "calls") + " failed"}
	if t.Failed == 0 && s.Errors == 0 && len(s.Interrupts) == 0 {
		f.Big, f.Lines = "Nowhere", []sessionLine{{Text: f.Big}}
	}
	for i, x := range s.Failures {
		if i == failuresShown {
			break
		}
		f.Lines = append(f.Lines, t.stepLine(x.Step, failureText(&x)))
	}
	if n := t.Failed + s.Errors - min(len(s.Failures), failuresShown); n > 0 && len(s.Failures) > 0 {
		f.Lines = append(f.Lines, sessionLine{Text: "and " + words.Count(n) + " more", Quiet: true})
	}
	for _, step := range s.Interrupts {
		f.Lines = append(f.Lines, t.stepLine(step, " stopped by the user"))
	}
	for _, c := range []struct {
		n    int
		one  string
		many string
	}{{s.Errors, "answer of the model broke off", "answers of the model broke off"}, {s.Refused, "call was refused", "calls were refused"},
		{s.Empty, "search found nothing, which is no failure", "searches found nothing, which is no failure"},
		{s.Unanswered, "call has no result in the record", "calls have no result in the record"}} {
		if c.n > 0 {
			f.Lines = append(f.Lines, sessionLine{Text: words.Plural(c.n, c.one, c.many), Quiet: true})
		}
	}
	return f
}

// failureText says what failed and why, as far as a line says it.
func failureText(x *results.SessionFailure) string {
	text := " the model"
	if x.Tool != "" {
		text = " " + ui.Plain(x.Tool)
	}
	if x.Refused {
		text += ", refused"
	}
	if why := ui.Plain(strings.TrimSpace(x.Error)); why != "" {
		return text + ": " + why
	}
	return text
}
