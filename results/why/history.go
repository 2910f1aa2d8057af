package why

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
)

// textsMost is the maximum size in bytes of the texts kept for one session. The oldest ones are
// dropped first.
const textsMost = 32 << 20

// history holds the texts that an agent read and wrote, in order, in all trials of a session.
type history struct {
	shown texts // prompts and results, except texts written by the agent
	own   texts // arguments of calls
}

// texts holds the most recent texts, which are either those read or those written.
type texts struct {
	list  []shown
	first int // number of texts dropped before the first one in list
	bytes int
}

// shown is a text that the agent read or wrote.
type shown struct {
	at    results.StepRef // location of the text; its Rule is not set
	text  string
	lower string // see lowered
	cut   bool   // set if the tool returned only a part of the text
	wrote bool   // set if the call changed a file, so that the text may be the agent's own
}

// lowered returns the text in lower case, with a line for each sentence.
func (x *shown) lowered() string {
	if x.lower == "" {
		x.lower = sentences.Replace(strings.ToLower(x.text))
	}
	return x.lower
}

// add appends the texts of a trial. touches are the trial's file operations; made holds the files
// that the agent has created.
func (h *history) add(t *results.Trial, steps []*results.Step, touches []files.Touch, made map[string]bool) {
	read, mine := opened(touches, made)
	wrote := map[[2]int]bool{}
	for i := range touches {
		if x := &touches[i]; x.Op.Changes() || made[x.By] {
			wrote[[2]int{x.Step, x.Call}] = true
		}
	}
	for _, step := range steps {
		at := results.StepRef{Task: t.Task, Attempt: t.Attempt, Step: step.StepID}
		if step.Source == results.SourceUser {
			h.shown.add(shown{at: at, text: withoutOptions(step.Message)})
		}
		for i := range step.ToolCalls {
			call := &step.ToolCalls[i]
			at.Call, at.CallID, at.Tool, at.File = i+1, call.ID, call.Name, ""
			r := step.ResultOf(i)
			if r == nil || !noSuchTool.MatchString(r.Content) {
				h.own.add(shown{at: at, text: stringsOf(call.Arguments)})
			}
			key := [2]int{step.StepID, i + 1}
			if r != nil && !mine[key] {
				at.File = read[key]
				h.shown.add(shown{at: at, text: r.Content, cut: r.Truncation != "" || capped(r.Content), wrote: wrote[key]})
			}
		}
	}
}

// addTold adds the options of a question that the agent chose and that the following prompt said
// were correct.
func (h *history) addTold(t *Turn) {
	for _, label := range t.Trial.Selected {
		h.shown.add(shown{at: results.StepRef{Task: t.Trial.Task, Attempt: t.Trial.Attempt, Step: 1, Tool: "option " + label},
			text: t.option(label)})
	}
}

// capped reports whether a tool result ends with a notice that the text continues.
func capped(text string) bool {
	end := text[max(0, len(text)-200):]
	return strings.Contains(end, "to continue.]") || strings.Contains(end, "truncated") || strings.Contains(end, "capped at")
}

// opened returns the file of each call that read exactly one file, and the calls that read only
// files that the agent created.
func opened(touches []files.Touch, made map[string]bool) (read map[[2]int]string, mine map[[2]int]bool) {
	read, mine = map[[2]int]string{}, map[[2]int]bool{}
	for i := range touches {
		x := &touches[i]
		at := [2]int{x.Step, x.Call}
		if x.Op != files.Read {
			if !x.KnownBefore && !x.Failed && x.Op != files.Edit {
				made[x.Path] = true
			}
			continue
		}
		path, more := read[at]
		switch {
		case !more:
			read[at], mine[at] = x.Path, made[x.Path]
		case path != x.Path:
			read[at] = ""
			fallthrough
		default:
			mine[at] = mine[at] && made[x.Path]
		}
	}
	return read, mine
}

func (t *texts) add(x shown) {
	t.list = append(t.list, x)
	for t.bytes += len(x.text); t.bytes > textsMost && len(t.list) > 1; t.first++ {
		t.bytes -= len(t.list[0].text)
		t.list = t.list[1:]
	}
}

// stringsOf returns the strings and numbers in arguments, one per line.
func stringsOf(raw json.RawMessage) string {
	var b strings.Builder
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return b.String()
		}
		if err != nil {
			return string(raw)
		}
		switch v := token.(type) {
		case string:
			b.WriteString(v + "\n")
		case json.Number:
			b.WriteString(v.String() + "\n")
		}
	}
}

// before returns the texts shown before the step of a call. It excludes the step itself, because
// its results arrive after the call. If call is nil, it returns all texts.
func (h *history) before(call *results.StepRef) []shown {
	if call == nil {
		return h.shown.list
	}
	for i := range h.shown.list {
		at := &h.shown.list[i].at
		if at.Task == call.Task && at.Attempt == call.Attempt && at.Step >= call.Step {
			return h.shown.list[:i]
		}
	}
	return h.shown.list
}

// lastWith returns the last occurrence of a value in list, in any of its formats.
func lastWith(list []shown, value string) *results.StepRef {
	forms := formsOf(value)
	for i := len(list) - 1; i >= 0; i-- {
		if at, form := firstForm(list[i].text, forms); at >= 0 {
			return causeAt(&list[i], at, form)
		}
	}
	return nil
}

// causeAt returns a reference to the value at byte offset at, with its line as the quote.
func causeAt(x *shown, at int, form string) *results.StepRef {
	c := x.at
	if c.Quote = lineAt(x.text, at); !strings.Contains(c.Quote, form) {
		c.Quote = form
	}
	c.Rule, c.Likely = results.RuleValue, true
	return &c
}

// aboutItself matches a line with a number that describes the result itself, such as its size, and
// lists the tools whose results only list what there is.
var (
	aboutItself = regexp.MustCompile(`(?i)^"?(?:count|size|limit|total|offset|length|bytes|lines|page|version|id)"?\s*[:=]`)
	listing     = regexp.MustCompile(`(?i)(?:^|_)list|^(?:ls|glob|find)$`)
)

// lineAbout returns the line of a tool result that contains a short value and the most of the given
// words. Because a short value may occur by chance, it requires at least two words, or one if only
// one is given. In a tie it returns the last text.
func lineAbout(list []shown, value string, words []term) (found *results.StepRef) {
	most := min(2, len(words)) - 1
	if most < 0 || len(value) > 12 {
		return nil
	}
	for i := len(list) - 1; i >= 0; i-- {
		for from := 0; list[i].at.Call > 0 && !listing.MatchString(list[i].at.Tool); {
			at := index(list[i].text[from:], value)
			if at < 0 {
				break
			}
			at += from
			from = at + len(value)
			line := lineAt(list[i].text, at)
			if n := matches(strings.ToLower(line+list[i].at.File), words); n > most && !aboutItself.MatchString(line) {
				most, found = n, causeAt(&list[i], at, value)
			}
		}
	}
	return found
}

// matches returns the number of words that occur in a lower-case text.
func matches(lower string, words []term) (n int) {
	for k := range words {
		if words[k].in(lower) {
			n++
		}
	}
	return n
}
