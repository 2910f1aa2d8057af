package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/align"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

const (
	alignedUnits = 40 // rows and folded stretches on one page
	foldLeast    = 3  // equal rows that make a stretch
	foldListed   = 60 // rows of a stretch that are listed
	clipLines    = 10
	clipBytes    = 1200
)

// alignedUnit is what the page counts by: one row, or one folded stretch.
type alignedUnit struct {
	from, to int
	fold     bool
	outputs  int
}

// units cuts the rows into what is shown one by one and what is folded.
func (p *trialPair) units() []alignedUnit {
	var list []alignedUnit
	for _, s := range align.Stretches(p.Rows, foldLeast) {
		if s.Same && !p.open {
			list = append(list, alignedUnit{s.From, s.To, true, s.Outputs})
			continue
		}
		for i := s.From; i < s.To; i++ {
			list = append(list, alignedUnit{from: i, to: i + 1})
		}
	}
	return list
}

// windowOf is the number of the page that holds a row.
func (p *trialPair) windowOf(units []alignedUnit, row int) int {
	for i, u := range units {
		if row < u.to {
			return i / alignedUnits
		}
	}
	return 0
}

// trace makes the aligned part of the page.
func (s *Server) trace(ctx context.Context, p *trialPair) (views.CompareTrace, error) {
	var t views.CompareTrace
	if t.Empty = p.traceEmpty(); t.Empty != "" {
		return t, nil
	}
	t.Summary, t.Method = p.traceSummary(), p.traceMethod()
	if p.First >= 0 {
		t.First = p.rowLink(p.First)
	}
	if p.FirstOutput >= 0 && (p.First < 0 || p.FirstOutput < p.First) {
		t.Output = p.rowLink(p.FirstOutput)
	}
	if p.FirstText >= 0 && p.FirstText != p.First {
		t.Text = p.rowLink(p.FirstText)
	}
	switch {
	case p.open:
		t.Unfold = ui.Tab{Label: "Fold what is equal", Href: p.link("fold", "", "from", "") + "#traces"}
	case slices.ContainsFunc(p.units(), func(u alignedUnit) bool { return u.fold }):
		t.Unfold = ui.Tab{Label: "Show what is equal", Href: p.link("fold", "0", "from", "") + "#traces"}
	}
	units := p.units()
	page := p.windowOf(units, p.from)
	shown := units[page*alignedUnits : min((page+1)*alignedUnits, len(units))]
	t.Pager = p.tracePager(units, page)
	bodies, err := s.bodies(ctx, p, shown)
	if err != nil {
		return t, err
	}
	for _, u := range shown {
		t.Blocks = append(t.Blocks, p.block(u, bodies))
	}
	return t, nil
}

func (p *trialPair) traceEmpty() string {
	for i, letter := range []string{"A", "B"} {
		if t := p.sides[i].trial; t == nil {
			return fmt.Sprintf("There is no record of this %s in %s, so there is no trace to align.", p.benchmark.Words.Task, letter)
		} else if t.StepsTotal == 0 {
			if t.Details.TraceNote != "" {
				return fmt.Sprintf("%s has no trace: %s", letter, ui.Plain(t.Details.TraceNote))
			}
			return fmt.Sprintf("The records of %s hold no trace of this %s.", letter, p.benchmark.Words.Task)
		}
	}
	if len(p.Rows) == 0 {
		return "Neither trace holds a message or a call."
	}
	return ""
}

func (p *trialPair) traceSummary() []string {
	a, b := p.CallsA, p.CallsB
	text := fmt.Sprintf("A made %s and B %s; %s shared, in the same order.", words.Plural(a, "call", "calls"), words.Plural(b, "call", "calls"), words.Plural(p.Shared, "is", "are"))
	if p.Shared == 0 {
		text = fmt.Sprintf("A made %s and B %s; none is shared.", words.Plural(a, "call", "calls"), words.Plural(b, "call", "calls"))
	}
	list := []string{text}
	if p.First >= 0 {
		list = append(list, "They first part where "+p.parting(p.Rows[p.First])+".")
	} else if a > 0 {
		list = append(list, "Both made the same calls throughout.")
	}
	return list
}

// parting words the first row in which the calls differ.
func (p *trialPair) parting(r align.Row) string {
	say := func(side, item int) string {
		it := &p.sides[side].items[item]
		letter := []string{"A", "B"}[side]
		if !it.IsCall() {
			return fmt.Sprintf("%s writes a message (step %d)", letter, it.Step)
		}
		text := fmt.Sprintf("%s calls %s", letter, ui.Plain(it.Name))
		if head := []rune(ui.Plain(it.Head)); len(head) > 60 {
			text += ": " + string(head[:60]) + "…"
		} else if len(head) > 0 {
			text += ": " + string(head)
		}
		text += fmt.Sprintf(" (step %d)", it.Step)
		return text
	}
	switch {
	case r.B < 0:
		return say(0, r.A) + " and B does not"
	case r.A < 0:
		return say(1, r.B) + " and A does not"
	}
	return say(0, r.A) + " and " + say(1, r.B) + " with other arguments"
}

// traceMethod says how the alignment came about, and what was left out.
func (p *trialPair) traceMethod() []string {
	list := []string{
		"The calls of both traces are compared by tool and arguments; the longest sequence that both contain in the same order is what they share.",
		"Tools that do the same under other names count as one (such as Bash and exec, or Read and read_file). Keys are put in order; descriptions, time limits and the like do not count; white space in commands is collapsed; paths are taken relative to the workspace.",
		"Between two shared calls the rest is paired in order: calls of the same tool, those on the same target first, and messages of the same speaker. The clock before a prompt does not count.",
		"An equal call may have been answered in another way; such rows say so. What was said beside a call is shown but not compared.",
	}
	if p.Approximate {
		list = append(list, "These traces are too long for an exact longest common sequence: calls that occur once in both are taken as anchors first, so a few shared calls may be missed.")
	}
	for i, letter := range []string{"A", "B"} {
		if n := p.sides[i].skipped; n > 0 {
			list = append(list, fmt.Sprintf("%s of %s are not messages or calls (such as compactions) or are copied from an earlier trace, and are left out.", words.Plural(n, "entry", "entries"), letter))
		}
		if n := p.sides[i].cut; n > 0 {
			list = append(list, fmt.Sprintf("Only the first %s steps of %s are aligned; %s are left out.", words.Count(alignedSteps), letter, words.Count(n)))
		}
	}
	return list
}

func (p *trialPair) tracePager(units []alignedUnit, page int) ui.Pager {
	last := (len(units) - 1) / alignedUnits
	first, end := units[page*alignedUnits].from, units[min((page+1)*alignedUnits, len(units))-1].to
	g := ui.Pager{From: first + 1, To: end, Total: len(p.Rows), Noun: "rows"}
	at := func(n int) string {
		from := ""
		if row := units[n*alignedUnits].from; row > 0 {
			from = fmt.Sprint(row)
		}
		return p.link("from", from) + "#traces"
	}
	if page > 0 {
		g.First, g.Prev = at(0), at(page-1)
	}
	if page < last {
		g.Next, g.Last = at(page+1), at(last)
	}
	return g
}

// wanted reports whether a row is shown with bodies.
func (p *trialPair) wanted(r align.Row) bool {
	return r.Kind != align.Same || p.open && r.OtherOutput
}

// bodies opens the steps of the rows that are shown in full: [side][step].
func (s *Server) bodies(ctx context.Context, p *trialPair, units []alignedUnit) ([2]map[int]*results.Step, error) {
	var out [2]map[int]*results.Step
	for side := range out {
		out[side] = map[int]*results.Step{}
		var numbers []int
		for _, u := range units {
			for _, r := range p.Rows[u.from:u.to] {
				if item := [2]int{r.A, r.B}[side]; item >= 0 && !u.fold && p.wanted(r) {
					numbers = append(numbers, p.sides[side].items[item].Step)
				}
			}
		}
		slices.Sort(numbers)
		numbers = slices.Compact(numbers)
		var rows []results.StepRow
		for _, n := range numbers {
			row, err := s.store.StepRows(ctx, p.sides[side].trial, n, 1)
			if err != nil {
				return out, err
			}
			rows = append(rows, row...)
		}
		steps, err := s.store.Steps(ctx, p.sides[side].trial, rows)
		if err != nil {
			return out, err
		}
		for i := range steps {
			out[side][steps[i].StepID] = &steps[i]
		}
	}
	return out, nil
}

func (p *trialPair) block(u alignedUnit, bodies [2]map[int]*results.Step) views.AlignedBlock {
	b := views.AlignedBlock{Fold: u.fold, Outputs: u.outputs}
	to := u.to
	if u.fold && u.to-u.from > foldListed {
		to, b.Hidden = u.from+foldListed, u.to-u.from-foldListed
		b.Href = p.link("fold", "0", "from", fmt.Sprint(u.from)) + "#traces"
	}
	for i := u.from; i < to; i++ {
		b.Rows = append(b.Rows, p.row(i, bodies))
	}
	return b
}

func (p *trialPair) row(i int, bodies [2]map[int]*results.Step) views.AlignedRow {
	r := p.Rows[i]
	v := views.AlignedRow{N: i + 1, Relation: string(r.Kind), First: i == p.First, Output: r.OtherOutput, Compact: !p.wanted(r)}
	if r.A >= 0 {
		v.A = p.alignedSide(0, r.A, bodies[0], v.Compact)
	}
	if r.B >= 0 {
		v.B = p.alignedSide(1, r.B, bodies[1], v.Compact)
	}
	return v
}

func (p *trialPair) alignedSide(side, item int, bodies map[int]*results.Step, compact bool) *views.AlignedSide {
	it := &p.sides[side].items[item]
	v := &views.AlignedSide{Letter: []string{"A", "B"}[side], Step: it.Step, Href: p.trialHref(side, it.Step), Source: it.Source, Agent: it.Agent, Tool: it.Name, Head: it.Head, Failed: it.Failed}
	step := bodies[it.Step]
	if compact || step == nil {
		return v
	}
	if !it.IsCall() {
		v.Said = clipText(messageText(step))
		return v
	}
	if it.Call == 0 {
		v.Said = clipText(step.Message)
	}
	v.Arguments = clipText(argumentText(step.ToolCalls[it.Call].Arguments))
	if r := align.ResultOf(step, it.Call); r != nil {
		v.Output = clipText(r.Content)
	}
	return v
}

// messageText is what a step without calls says.
func messageText(s *results.Step) string {
	text := s.Message
	if text == "" && s.Observation != nil {
		for i := range s.Observation.Results {
			text += s.Observation.Results[i].Content
		}
	}
	if text == "" {
		text = s.Raw
	}
	return text
}

// argumentText writes arguments one below the other, strings as they are.
func argumentText(raw json.RawMessage) string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil {
		return string(raw)
	}
	var b strings.Builder
	names := slices.SortedFunc(maps.Keys(fields), func(x, y string) int {
		// Long texts such as a file's content come after what says where they go.
		if lx, ly := len(fields[x]) > 200, len(fields[y]) > 200; lx != ly {
			if lx {
				return 1
			}
			return -1
		}
		return strings.Compare(x, y)
	})
	for _, n := range names {
		var s string
		if json.Unmarshal(fields[n], &s) != nil {
			var compact bytes.Buffer
			if s = string(fields[n]); json.Compact(&compact, fields[n]) == nil {
				s = compact.String()
			}
		}
		sep := " "
		if strings.Contains(strings.TrimSuffix(s, "\n"), "\n") {
			sep = "\n"
		}
		fmt.Fprintf(&b, "%s:%s%s\n", n, sep, strings.TrimSuffix(s, "\n"))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// clipText keeps the head of a text.
func clipText(s string) views.Clipped {
	c := views.Clipped{Lines: strings.Count(strings.TrimSuffix(s, "\n"), "\n") + 1, Bytes: len(s)}
	end := 0
	for n := 0; n < clipLines && end < len(s); n++ {
		next := strings.IndexByte(s[end:], '\n')
		if next < 0 {
			end = len(s)
			break
		}
		end += next + 1
	}
	if end > clipBytes {
		for end = clipBytes; end > 0 && !utf8.RuneStart(s[end]); end-- {
		}
	}
	c.Text, c.Cut = s[:end], end < len(s)
	return c
}
