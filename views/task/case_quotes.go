package task

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
)

// QuotedTrial is the evidence of one trial in the words of the record, in the order
// in which it came about.
type QuotedTrial struct {
	Run      string      `json:"run"`      // slug of the run
	Scenario string      `json:"scenario"` // slug of the scenario
	Task     string      `json:"task"`     // slug of the task
	Attempt  int         `json:"attempt"`  // from 1
	Quotes   []CaseQuote `json:"quotes"`   // in order
}

// CaseQuote is one passage of a record.
type CaseQuote struct {
	// What says what it is: before (the verdict on the task before), told (the feedback
	// on that), asked, call, answered, checked or exception.
	What string `json:"what"`
	Said string `json:"said"` // what it is, in our words
	Text string `json:"text"` // of the record, its beginning; empty where the record has none
	Tool string `json:"tool"` // name of the tool of a call; empty for others
	More int    `json:"more"` // characters beyond Text, which the address has
	Step int    `json:"step"` // of the trace, from 1; 0 for what is not in it
	URL  string `json:"url"`  // where it stands
}

// quoteMost is how much is quoted of one passage, in bytes.
const quoteMost = 600

// QuoteRecords are what is read of a trial for its quotes. Only Trial must be there.
type QuoteRecords struct {
	Trial   results.StoredTrial
	Details results.TrialDetails
	Asked   *results.Step        // the first message to the agent
	Last    *results.Step        // the last message of the agent
	Before  *results.StoredTrial // the trial that the feedback is about
	Checked string               // what the checker printed of that
	Loop    *RepeatedCall
}

// RepeatedCall is the call that failed most often with the same arguments.
type RepeatedCall struct {
	Call   CaseCall
	Step   int // the first time
	Last   int // the last time
	Times  int
	Answer string // the first answer to it
}

// FindRepeated finds the failing call that was made most often; nil if there is none.
func FindRepeated(steps []results.Step) *RepeatedCall {
	var best *RepeatedCall
	seen := map[string]*RepeatedCall{}
	for i := range steps {
		st := &steps[i]
		for _, c := range st.ToolCalls {
			call := caseCall(st, c)
			if !call.Failed {
				continue
			}
			k := c.Name + "\x00" + string(c.Arguments)
			if seen[k] == nil {
				seen[k] = &RepeatedCall{Call: call, Step: st.StepID, Answer: call.Answer}
			}
			r := seen[k]
			r.Times++
			r.Last = st.StepID
			if best == nil || r.Times > best.Times {
				best = r
			}
		}
	}
	return best
}

// NewQuotedTrial quotes what the records have; told is for a case about feedback.
func NewQuotedTrial(b results.Benchmark, told bool, r *QuoteRecords) QuotedTrial {
	t := &r.Trial
	q := QuotedTrial{Run: t.Run, Scenario: t.Scenario, Task: t.Task, Attempt: t.Attempt, Quotes: []CaseQuote{}}
	at := link.Attempt(t.Run, t.Scenario, t.Task, t.Attempt)
	if x := r.Before; x != nil && told {
		q.add(CaseQuote{What: "before", Said: verdictOn(b, x), URL: link.Attempt(x.Run, x.Scenario, x.Task, x.Attempt)}, r.Checked)
	}
	prompt, told1 := r.Details.Prompt, r.Details.Told
	asked := CaseQuote{What: "asked", URL: at}
	if r.Asked != nil {
		asked.Step, asked.URL = r.Asked.StepID, link.AttemptStep(t.Run, t.Scenario, t.Task, t.Attempt, r.Asked.StepID)
		if prompt == "" {
			prompt = r.Asked.Message
		}
	}
	if told1 != nil && told {
		x := asked
		x.What = "told"
		if x.Said = "The prompt begins with:"; strings.TrimSpace(told1.Text) == "" {
			x.Said = fmt.Sprintf("The prompt says nothing about %s.", words.Plain(told1.About))
		}
		q.add(x, told1.Text)
	}
	if told1 != nil {
		prompt = strings.TrimSpace(strings.Replace(prompt, told1.Text, "", 1))
	}
	if prompt != "" {
		q.add(asked, prompt)
	}
	if l := r.Loop; l != nil {
		q.add(CaseQuote{What: "call", Tool: l.Call.Name, Step: l.Step, URL: link.AttemptStep(t.Run, t.Scenario, t.Task, t.Attempt, l.Step),
			Said: fmt.Sprintf("Called %d times with these arguments, the last time in step %d. The answer:", l.Times,
				l.Last)}, strings.TrimSpace(l.Call.Arguments+"\n→ "+l.Answer))
	}
	q.answered(r, at)
	if text := CheckerWords(&r.Details); text != "" && t.Status != results.Passed {
		q.add(CaseQuote{What: "checked", Said: words.Capital(words.StatusWord(t.Status)) + ".", URL: at}, text)
	} else if len(t.Gold) > 0 {
		q.add(CaseQuote{What: "checked", Said: verdictOn(b, t), URL: at}, "")
	}
	if e := strings.TrimSpace(r.Details.ErrorType + ": " + r.Details.ErrorText); e != ":" {
		q.add(CaseQuote{What: "exception", URL: at}, e)
	}
	return q
}

// answered quotes the agent's last message, or the answer where there is no trace.
func (q *QuotedTrial) answered(r *QuoteRecords, at string) {
	x := CaseQuote{What: "answered", URL: at}
	text := ""
	if r.Details.Answer != nil {
		text = *r.Details.Answer
	}
	if r.Last != nil {
		x.Step, x.URL = r.Last.StepID, link.AttemptStep(q.Run, q.Scenario, q.Task, q.Attempt, r.Last.StepID)
		text = r.Last.Message
	}
	if strings.TrimSpace(text) == "" {
		x.Said = "No answer is recorded."
	}
	q.add(x, text)
}

func (q *QuotedTrial) add(x CaseQuote, text string) {
	text = strings.TrimSpace(text)
	if x.Text, x.More = headOfMost(text, quoteMost); x.More > 0 {
		if i := strings.LastIndexAny(x.Text, " \n"); i > quoteMost/2 { // after a word
			x.Text, x.More = text[:i], utf8.RuneCountInString(text[i:])
		}
	}
	q.Quotes = append(q.Quotes, x)
}

// CheckerWords are what the checker of a script printed.
func CheckerWords(d *results.TrialDetails) string {
	if d.Verdict == nil {
		return ""
	}
	if text := strings.TrimSpace(d.Verdict.Stdout); text != "" {
		return text
	}
	return strings.TrimSpace(d.Verdict.Stderr)
}

// verdictOn says how a trial ended, and of a question with options what was chosen.
func verdictOn(b results.Benchmark, t *results.StoredTrial) string {
	text := fmt.Sprintf("%s %s: %s.", words.Capital(b.Words.Task), words.Plain(t.Task), words.StatusWord(t.Status))
	if len(t.Gold) > 0 && t.Selected != nil {
		text += fmt.Sprintf(" Chosen %s; right is %s.", optionList(t.Selected), optionList(t.Gold))
	}
	return text
}

func optionList(list []string) string {
	if len(list) == 0 {
		return "nothing"
	}
	return words.Plain(strings.Join(list, " "))
}
