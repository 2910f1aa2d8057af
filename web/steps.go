package web

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/richtext"
	"github.com/clawatlas/clawatlas/views/ui"
)

// partWeight is the most HTML of one part of a text that is shown by itself.
const partWeight = 160 << 10

// stepQuery is the state of a step's page.
type stepQuery struct {
	trialQuery
	step  int
	plain bool
	call  int    // first call that is shown
	text  string // one text alone: message, reasoning, call-2, r1 ...
	part  int
	line  int // instead of part
}

// stepFields are the parameters of a step's page.
func stepFields() query {
	return trialFields().and(viewField(), flagField("plain"), numberField("call", 1, 1, stepsMost), textField("text"), numberField("part", 1, 1, stepsMost), numberField("line", 0, 1, stepsMost))
}

func (s *Server) parseStep(c echo.Context) (stepQuery, error) {
	var q stepQuery
	var err error
	if q.trialQuery, err = s.parseTrial(c); err != nil {
		return q, err
	}
	if q.step, err = strconv.Atoi(c.Param("step")); err != nil || q.step < 1 {
		return q, fmt.Errorf("step %q: %w", c.Param("step"), results.ErrNotFound)
	}
	a := ask(c)
	q.source = a.word("view") == "source"
	q.plain, q.call, q.text, q.part, q.line = a.flag("plain"), a.number("call"), a.text("text"), a.number("part"), a.number("line")
	return q, nil
}

// stepPage shows one step whole: rendered, as plain text, or one of its texts.
func (s *Server) stepPage(c echo.Context) error {
	q, err := s.parseStep(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	l, err := s.loadTrial(ctx, q.trialQuery)
	if err != nil {
		return err
	}
	if q.step > l.trial.StepsTotal {
		return fmt.Errorf("step %d of %d: %w", q.step, l.trial.StepsTotal, results.ErrNotFound)
	}
	first := max(q.step-1, 1)
	rows, err := s.store.StepRows(ctx, &l.trial, first, q.step-first+1)
	if err != nil {
		return err
	}
	steps, err := s.store.Steps(ctx, &l.trial, rows)
	if err != nil {
		return err
	}
	step := &steps[len(steps)-1]
	if q.plain {
		return plainStep(c, step)
	}
	page := s.stepFrame(l, q)
	if q.text != "" {
		if page.Text, err = stepText(l, q, step); err != nil {
			return err
		}
		return html(c, views.StepOnePage(page))
	}
	b, err := s.newStepBuilder(ctx, l, steps[len(steps)-1:])
	if err != nil {
		return err
	}
	b.budget = budget{room: stepBudget, most: stepTextMost, highlight: stepHighlight}
	b.calls, b.each, b.left, b.from = stepCalls, stepCalls, 3*stepCalls, q.call
	var before *results.Step
	if len(steps) == 2 {
		before = &steps[0]
	}
	list := b.build(before, steps[len(steps)-1:])
	page.Step = &list[0]
	if q.call > 1 {
		page.PrevCall = l.step(q.step, "call", strconv.Itoa(max(1, q.call-stepCalls)))
	}
	if next := q.call + stepCalls; next <= len(step.ToolCalls) {
		page.NextCall = l.step(q.step, "call", strconv.Itoa(next))
	}
	return html(c, views.StepOnePage(page))
}

// stepFrame fills what is around a step.
func (s *Server) stepFrame(l *loadedTrial, q stepQuery) views.StepPage {
	number := strconv.Itoa(q.step)
	p := views.StepPage{
		Title: "Step " + number + " of " + l.title(), Source: l.source,
		Lead: "One of " + words.Plural(l.trial.StepsTotal, "step", "steps") + " of the trace of " + l.system() + ", " + l.benchmark.Name + ".",
		Back: l.window(q.step), Plain: l.step(q.step, "plain", "1"), Toggle: l.step(q.step, "view", toggled(l.source), "text", q.text),
	}
	if l.static {
		p.Plain, p.Toggle = "", ""
	}
	if q.step > 1 {
		p.Prev = l.step(q.step - 1)
	}
	if q.step < l.trial.StepsTotal {
		p.Next = l.step(q.step + 1)
	}
	p.Meta = s.frame.Meta(p.Title+" · "+l.system(), p.Lead, l.step(q.step), l.twin("from", number, "limit", "1"), l.crumbs(ui.Crumb{Label: "step " + number})...)
	p.Meta.Wide, p.Meta.Scripted, p.Meta.Noindex = true, l.run.Scripted, true
	return p
}

// stepText is one text of a step, in parts that fit onto a page.
func stepText(l *loadedTrial, q stepQuery, step *results.Step) (*views.StepText, error) {
	body, lines, found := namedText(step, q.text)
	if !found {
		return nil, bad("text=%s is no text of step %d.", q.text, q.step)
	}
	p := richtext.Parts(body, partWeight, q.part, q.line)
	if q.part > p.Of {
		return nil, bad("part=%d is beyond the text, which has %s.", q.part, words.Plural(p.Of, "part", "parts"))
	}
	t := &views.StepText{
		Name: textName(q.text) + " of step " + strconv.Itoa(q.step), Bytes: len(body), Lines: richtext.CountLines(body),
		Parts: p.Of > 1, Step: l.step(q.step),
		Text: &views.RecordText{Mode: views.TextLines, Lines: lines, Fold: richtext.Fold{Head: p.Text, Lines: p.Of + 1, HeadLine: p.Line, HeadCut: p.Inside}},
	}
	if lines == "" {
		t.Text.Mode = views.TextSource
	}
	at := func(part int) string {
		if part < 1 || part > p.Of || part == p.Number {
			return ""
		}
		return l.step(q.step, "text", q.text, "part", strconv.Itoa(part))
	}
	t.Pager = ui.Pager{From: p.Number, To: p.Number, Total: p.Of, Noun: "parts", First: at(1), Prev: at(p.Number - 1), Next: at(p.Number + 1), Last: at(p.Of)}
	return t, nil
}

// textName says in words what a text's name in the URL stands for.
func textName(name string) string {
	if n, ok := numberAfter(name, "call-"); ok {
		return "Call " + strconv.Itoa(n)
	}
	if n, ok := numberAfter(name, "r"); ok {
		return "Result " + strconv.Itoa(n)
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// namedText finds a text of a step by the name that its page gives it, with
// the prefix of its lines' ids if they have addresses.
func namedText(s *results.Step, name string) (body, lines string, found bool) {
	switch name {
	case "message":
		return s.Message, "", true
	case "reasoning":
		return s.Reasoning, "", true
	case "error":
		return s.Error, "", true
	case "raw":
		return s.Raw, "", true
	}
	if n, ok := numberAfter(name, "call-"); ok && n <= len(s.ToolCalls) {
		return callText(&s.ToolCalls[n-1]), "", true
	}
	if n, ok := numberAfter(name, "r"); ok && s.Observation != nil && n <= len(s.Observation.Results) {
		r := &s.Observation.Results[n-1]
		body = r.Content
		for _, more := range []string{r.ErrorText, r.Diff} {
			if more != "" {
				body += "\n\n" + more
			}
		}
		return body, views.ResultAnchor(s.StepID, n) + "-L", true
	}
	return "", "", false
}

func numberAfter(s, prefix string) (int, bool) {
	rest, ok := strings.CutPrefix(s, prefix)
	n, err := strconv.Atoi(rest)
	return n, ok && err == nil && n > 0
}

// callText is a call's arguments as text: what it runs or writes, and the rest.
func callText(call *results.ToolCall) string {
	c := views.ReadCall(call)
	var list []string
	for _, t := range []string{c.Path, c.Range, c.Command, c.Content, c.Raw} {
		if t != "" {
			list = append(list, t)
		}
	}
	for _, l := range c.Change {
		list = append(list, string(rune(l.Op))+l.Text)
	}
	for _, a := range c.Rest {
		list = append(list, a.Name+" = "+a.Value)
	}
	return strings.Join(list, "\n")
}

// plainStep answers with all of a step as text. Nothing is left out and
// nothing is marked: it is the record, to be read by programs.
func plainStep(c echo.Context, s *results.Step) error {
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, "text/plain; charset=utf-8")
	h.Set("Content-Security-Policy", rawPolicy)
	c.Response().WriteHeader(http.StatusOK)
	_, err := c.Response().Write([]byte(stepAsText(s)))
	return err
}

// stepAsText writes a step with a headline before each of its parts.
func stepAsText(s *results.Step) string {
	var b strings.Builder
	part := func(head, text string) {
		if text != "" {
			fmt.Fprintf(&b, "== %s\n%s\n\n", head, text)
		}
	}
	fmt.Fprintf(&b, "== step %d, %s\n", s.StepID, strings.Join(strings.Fields(s.Source+" "+s.Event+" "+s.Agent+" "+s.Day), ", "))
	if s.Timestamp != nil {
		fmt.Fprintf(&b, "%s\n", words.DateTime(s.Timestamp))
	}
	b.WriteString("\n")
	part("model", s.ModelName)
	part("reasoning", s.Reasoning)
	part("message", s.Message)
	part("error", s.Error)
	partsAsText(part, "message", s.Parts)
	for i, call := range s.ToolCalls {
		part(fmt.Sprintf("call %d: %s (%s)", i+1, call.Name, call.ID), string(call.Arguments))
	}
	if s.Observation != nil {
		for i := range s.Observation.Results {
			r := &s.Observation.Results[i]
			head := fmt.Sprintf("result %d of %s", i+1, r.CallID)
			part(head, strings.TrimSpace(strings.Join([]string{r.Failure, exitOf(r), r.Status, r.Cwd, r.Truncation, r.Summary}, " ")))
			part(head+": output", r.Content)
			part(head+": error", r.ErrorText)
			part(head+": change", r.Diff)
			partsAsText(part, head, r.Parts)
		}
	}
	part("the record's own text", s.Raw)
	return b.String()
}

func partsAsText(part func(head, text string), of string, list []results.Part) {
	for _, p := range list {
		part("attachment of "+of, strings.TrimSpace(p.Type+" "+p.MediaType+" "+p.Path+" "+p.Note))
	}
}

func exitOf(r *results.Result) string {
	if r.ExitCode == nil {
		return ""
	}
	return "exit code " + strconv.Itoa(*r.ExitCode)
}
