package step

import (
	"strconv"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/outline"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

const (
	PageRoom    = 200 << 10 // maximum size of the texts in a trace window, in bytes of HTML
	WindowCalls = 240       // maximum number of calls in all steps of a trace window
	StepCalls   = 100       // maximum number of calls on the page of one step
	StepLines   = 500       // maximum number of lines of a text on its step's own page
	promptLines = 40        // maximum number of visible lines of a message
	partsMost   = 24        // maximum number of attachments of one message or result
	briefMost   = 300       // maximum number of bytes of a name, path or note within a line
	gapMost     = 60_000    // maximum gap between two steps that is not mentioned, in milliseconds
	emptyMost   = 60        // maximum number of bytes of an output that is omitted because nothing was found
)

type Step struct {
	*results.Step
	Kind      outline.Kind
	Href      string // URL of the step's own page
	Hit       bool   // true if the step contains evidence
	Rules     []Rule // separators before this step
	Name      string // kind of message, such as prompt or answer
	About     string // summary of the step for the outline
	Elapsed   string
	Took      string
	Tokens    string
	Cached    string
	Notes     []string
	Message   *Lines
	Reasoning *Lines
	Error     *Lines
	Raw       *Lines
	Parts     []Media
	Calls     []Call
	Loose     []Result // results that do not belong to a call
	MoreCalls int      // number of further calls, which only the step's own page shows
	Closed    int      // size of the step in bytes if it is too large to be shown on this page; otherwise 0
}

type Rule struct{ Text, From, To string }

type Call struct {
	ID      string // id of the HTML element
	Name    string
	Arg     string // command, file name or arguments, on one line
	Title   string // full text of Arg, which may be truncated
	Size    string // amount of data written or returned, in words
	Terms   []search.Term
	Copy    bool   // true if the page contains the complete command, so that it can be copied
	Body    *Lines // command, content, change or arguments if they have several lines
	Results []Result
}

type Result struct {
	ID       string
	Kind     outline.Kind
	Note     string // note on the outcome; empty if it is normal
	Text     *Lines
	Error    *Lines
	Change   *Lines
	Parts    []Media
	Agents   []AgentRow // sub-agents that the result refers to
	Subagent string     // URL of the sub-agent's first step; only used if Agents is empty
}

type Media struct {
	Href string // URL of the stored bytes; empty if they were not stored
	Kind string // kind: image, audio or file
	Alt  string
	Note string
}

// Quote is a line to highlight. Call is the number of the call in the step, from 1, or 0 for the
// step's message.
type Quote struct {
	Call int
	Text string
}

type Builder struct {
	Names  files.Names // normaliser that makes file names relative to the workspace
	Terms  []search.Term
	Quotes map[int][]Quote // quotes that stay visible, by step number
	Start  *int64          // time of the first step of the trace, in Unix milliseconds; nil if not recorded
	Last   int             // number of the trace's last step
	Calls  int             // maximum number of calls per step
	From   int             // number of the first call to show, on the page of one step
	Whole  int             // number of visible lines per text on a page of one step; 0 on other pages
	Room   int
	Only   string                                 // name of the only text to lay out, as used in URLs (message, reasoning, call-2, r1 and so on); empty for all texts
	Line   int                                    // number of the first line to show of the text Only, from 1
	To     int                                    // number of the last highlighted line, where Line is the first; 0 for none
	Found  *Lines                                 // resulting layout of the text Only
	Agents map[string]int                         // number of the first step of each sub-agent that a result refers to, by agent path
	Subs   func(step, result int) []AgentRow      // sub-agents that a result refers to
	Href   func(step int, pairs ...string) string // URL of a step's own page
	Window func(step int) string                  // URL of a step in its trace window
	Media  func(p results.Part) string            // URL of a stored picture or sound
	model  string                                 // model of the most recent agent step
}

// Build prepares consecutive steps for display. before is the step that precedes them, or nil.
func (b *Builder) Build(before *results.Step, steps []results.Step) []Step {
	marks := outline.Marks(steps, b.Names)
	list := make([]Step, len(steps))
	for i := range steps {
		if i > 0 {
			before = &steps[i-1]
		}
		list[i] = b.step(before, &steps[i], &marks[i])
	}
	return list
}

func (b *Builder) step(before, s *results.Step, m *outline.Mark) Step {
	v := Step{Step: s, Kind: m.Kind, Href: b.Href(s.StepID), Name: b.name(s), Took: took(s.TookMS())}
	b.beside(&v, before)
	v.tokens()
	head := promptLines
	if len(s.ToolCalls) > 0 {
		head = 0
	}
	anchor := link.StepAnchor(s.StepID)
	v.Reasoning = b.text(s, "reasoning", s.Reasoning, anchor+"-t-L", 0, Lines{Name: "reasoning,"})
	v.Message = b.text(s, "message", s.Message, anchor+"-L", 0, Lines{Head: head, Name: "message,"})
	v.Error = b.text(s, "error", s.Error, anchor+"-e-L", 0, Lines{Head: 6, Class: "f"})
	v.Parts = b.parts(s, s.Parts)
	b.callsOf(&v)
	v.Raw = b.text(s, "raw", s.Raw, anchor+"-raw-L", 0, Lines{Name: "the record’s own text,"})
	v.Hit = len(b.Quotes[s.StepID]) > 0
	v.About = b.about(&v, m)
	return v
}

func (b *Builder) name(s *results.Step) string {
	switch {
	case s.Event != "":
		return Brief(strings.ReplaceAll(s.Event, "_", " "))
	case s.Source == results.SourceUser && s.StepID <= 2:
		return "prompt"
	case s.Source == results.SourceAgent && s.StepID == b.Last:
		return "answer"
	case s.Source == results.SourceAgent:
		return "message"
	}
	return s.Source
}

// beside adds the separators and other data that depend on the previous step.
func (b *Builder) beside(v *Step, before *results.Step) {
	s := v.Step
	rule := func(text string) { v.Rules = append(v.Rules, Rule{Text: text}) }
	if s.Day != "" && (before == nil || before.Day != s.Day) {
		rule("Day " + Brief(s.Day))
	}
	if before != nil {
		if end := before.End(); end != nil && s.Timestamp != nil && *s.Timestamp-*end > gapMost {
			rule(words.Duration(Diff(*s.Timestamp, *end)) + " without any record")
		}
	}
	switch {
	case s.Agent != "" && (before == nil || before.Agent != s.Agent):
		rule("sub-agent " + Brief(s.Agent))
	case s.Agent == "" && before != nil && before.Agent != "":
		rule("back to the main agent")
	}
	if s.Boundary != "" || s.Event == "compaction" {
		v.Rules = append(v.Rules, b.boundary(s))
	}
	if s.Timestamp != nil && b.Start != nil {
		v.Elapsed = elapsedText(*s.Timestamp - *b.Start)
	}
	if b.model == "" && before != nil && before.Source == results.SourceAgent {
		b.model = before.ModelName
	}
	if s.Source == results.SourceAgent && s.ModelName != "" {
		if s.ModelName != b.model && b.model != "" {
			v.Notes = append(v.Notes, "model "+Brief(s.ModelName))
		}
		b.model = s.ModelName
	}
	if s.Copied {
		v.Notes = append(v.Notes, "repeated from an earlier trace, not counted again")
	}
	if s.Encrypted && s.Reasoning == "" {
		v.Notes = append(v.Notes, "reasoning not recorded (encrypted)")
	}
	if unusual(s.StopReason) {
		v.Notes = append(v.Notes, "stopped: "+Brief(s.StopReason))
	}
}

func (b *Builder) boundary(s *results.Step) Rule {
	r := Rule{Text: "Context boundary: " + Brief(s.Boundary)}
	switch s.Boundary {
	case "", "replace":
		r.Text = "Context boundary: what came before was replaced by a summary"
	case "append":
		r.Text = "Context boundary: a summary was added to the context"
	case "truncate":
		r.Text = "Context boundary: earlier steps fell out of the context"
	}
	c := s.Compaction
	if c == nil {
		return r
	}
	if c.TokensBefore != nil {
		r.Text += ", " + words.Count(*c.TokensBefore) + " tokens before"
	}
	if c.TokensAfter != nil {
		r.Text += ", " + words.Count(*c.TokensAfter) + " tokens after"
	}
	if c.From > 0 && b.Window != nil {
		r.Text += "; it stands for steps " + strconv.Itoa(c.From) + " to " + strconv.Itoa(c.To)
		r.From, r.To = b.Window(c.From), b.Window(c.To)
	}
	return r
}

func Diff(a, b int64) *int64 {
	d := a - b
	return &d
}

// unusual reports whether a stop reason differs from normal completion and tool use.
func unusual(reason string) bool {
	switch strings.ToLower(reason) {
	case "", "stop", "end_turn", "tooluse", "tool_use", "tool_calls", "completed":
		return false
	}
	return true
}

// text prepares a text for display as lines; nil if the text is empty.
func (b *Builder) text(s *results.Step, name, body, id string, call int, l Lines) *Lines {
	if body == "" {
		return nil
	}
	l.Text = SplitLines(b.Names.In(body))
	return b.lines(s, name, id, call, l)
}

func (b *Builder) lines(s *results.Step, name, id string, call int, l Lines) *Lines {
	l.ID, l.From, l.Total, l.Terms = id, 1, len(l.Text), b.Terms
	l.At = func(line int) string {
		return b.Href(s.StepID, "text", name, "line", strconv.Itoa(line)) + "#" + id + strconv.Itoa(line)
	}
	var quotes []string
	for _, q := range b.Quotes[s.StepID] {
		if q.Call == call {
			quotes = append(quotes, q.Text)
		}
	}
	from := 0
	switch {
	case b.Only == name && b.Found == nil:
		from, b.Found = (max(b.Line, 1)-1)/b.Whole*b.Whole, &l
	case b.Only != "":
		return nil
	}
	if b.Whole > 0 {
		l.Head, l.Tail, l.Most = b.Whole, 0, 8*lineMost
		from = min(from, (l.Total-1)/b.Whole*b.Whole)
		l.Text, l.From = l.Text[from:min(len(l.Text), from+b.Whole)], from+1
	}
	l.find(quotes)
	for i := b.Line; b.To > 0 && i <= min(b.To, b.Line+b.Whole); i++ {
		l.Hits[i-l.From] = true
	}
	if b.Whole == 0 && len(l.Text) <= 2 {
		l.Head = 2
	}
	l.settle(&b.Room)
	return &l
}

func (b *Builder) parts(s *results.Step, parts []results.Part) []Media {
	list := make([]Media, min(len(parts), partsMost))
	for i, p := range parts[:len(list)] {
		kind, _, _ := strings.Cut(p.MediaType, "/")
		m := Media{Href: b.Media(p), Kind: "file", Note: Brief(p.Note)}
		if ShownMedia(p.MediaType) {
			m.Kind = kind
		}
		m.Alt = m.Kind + " of step " + strconv.Itoa(s.StepID) + ": " + Brief(p.Path)
		list[i] = m
	}
	if left := len(parts) - len(list); left > 0 {
		list = append(list, Media{Kind: "file", Alt: words.Plural(left, "more attachment", "more attachments"), Href: b.Href(s.StepID, "plain", "1")})
	}
	return list
}

// about summarises the step's first call or, if there is none, its message.
func (b *Builder) about(v *Step, m *outline.Mark) string {
	if len(v.Calls) == 0 {
		if v.Name == "prompt" || v.Name == "answer" || v.Message == nil {
			return v.Name
		}
		return v.Name + ": " + v.Message.preview()
	}
	c := &v.Calls[0]
	args := calls.Read(&v.ToolCalls[0])
	text := ui.Plain(m.Label)
	switch args.Kind {
	case calls.Shell:
		text = strings.TrimPrefix(c.Title, "cd . && ")
	case calls.Edit:
		text = "edit " + text + " " + c.Size
	case calls.Write:
		text = "write " + text
	case calls.Look:
		text = strings.TrimSpace("read " + text + " " + args.Range)
	case calls.Other:
		text = strings.TrimSpace(c.Name + " " + text)
	}
	if m.Calls > 1 {
		text += ", " + strconv.Itoa(m.Calls-1) + " more"
	}
	return text
}

func (s Step) Anchor() string { return link.StepAnchor(s.StepID) }

func (s Step) class() string {
	list := []string{"stp", "k-" + string(s.Kind)}
	if s.Hit {
		list = append(list, "hit")
	}
	if s.Copied || s.Event != "" {
		list = append(list, "quiet")
	}
	if s.Depth > 0 {
		list = append(list, "deep")
	}
	return strings.Join(list, " ")
}

func (s Step) Failed() bool { return s.Kind == outline.Failed || s.Kind == outline.Refused }

// Brief sanitises untrusted text and limits its length, for display within a line.
func Brief(s string) string {
	if len(s) <= briefMost {
		return ui.Plain(s)
	}
	return ui.Plain(strings.ToValidUTF8(s[:briefMost], "")) + "… (" + words.Bytes(len(s)) + ")"
}

// elapsedText formats milliseconds like a stopwatch: 2:13 or 1:02:13.
func elapsedText(ms int64) string {
	n, sign := ms/1000, ""
	if ms < 0 {
		n, sign = -n, "\u2212"
	}
	two := func(v int64) string { return strconv.FormatInt(v/10, 10) + strconv.FormatInt(v%10, 10) }
	if n < 3600 {
		return sign + strconv.FormatInt(n/60, 10) + ":" + two(n%60)
	}
	return sign + strconv.FormatInt(n/3600, 10) + ":" + two(n/60%60) + ":" + two(n%60)
}

func took(ms *int64) string {
	if ms == nil {
		return ""
	}
	return words.Duration(ms)
}

func stampText(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z") }

func (s *Step) tokens() {
	m := s.Metrics
	if m == nil || m.PromptTokens == nil && m.CompletionTokens == nil {
		return
	}
	count := func(n *int64) string {
		if n == nil {
			return "?"
		}
		return strings.ReplaceAll(words.Tokens(n), " ", "")
	}
	s.Tokens = count(m.PromptTokens) + "→" + count(m.CompletionTokens) + " tok"
	s.Cached = "prompt and completion tokens"
	if m.CachedTokens != nil {
		s.Cached += ", " + words.Count(*m.CachedTokens) + " of the prompt cached"
	}
}

// Anchor returns the HTML id and number of the line that contains the quote. If no line does, it
// returns the id of the call or step, and 0; so too if the page does not mark the quote and may
// leave its line out.
func Anchor(s *results.Step, names files.Names, call int, quote string, marked bool) (id string, line int) {
	b := Builder{Names: names, Quotes: map[int][]Quote{s.StepID: {{Call: call, Text: names.In(quote)}}}, Calls: max(call, 1), Room: PageRoom,
		Href: func(int, ...string) string { return "" }, Window: func(int) string { return "" }, Media: func(results.Part) string { return "" }}
	v := b.Build(nil, []results.Step{*s})[0]
	list := []*Lines{v.Message}
	id = v.Anchor()
	if call > 0 && call <= len(v.Calls) {
		c := &v.Calls[call-1]
		id, list = c.ID, []*Lines{c.Body}
		for i := range c.Results {
			list = append(list, c.Results[i].Text)
		}
	}
	for _, l := range list {
		if l == nil {
			continue
		}
		for i := range l.Hits {
			if !marked && i >= FoldMost {
				return v.Anchor(), 0
			}
			return l.ID + strconv.Itoa(i+1), i + 1
		}
	}
	return id, 0
}
