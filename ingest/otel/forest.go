package otel

import (
	"cmp"
	"fmt"
	"slices"
)

// forest is the spans of some files.
type forest struct {
	spans   []*span
	byID    map[ids]*span // without the parent
	records []*record
	again   int            // spans that were exported more than once
	events  map[string]int // log records by name
	wanted  map[place]bool // where spans of the run stand; nil: all are
	warn    func(message string)
}

func newForest(warn func(string)) *forest {
	return &forest{byID: map[ids]*span{}, events: map[string]int{}, warn: warn}
}

// add takes a span. One that was exported twice, as collectors do when an answer is
// lost, counts once: as what has an end.
func (f *forest) add(s *span) {
	s.n = len(f.spans)
	if key := (ids{trace: s.trace, span: cmp.Or(s.span, s.content)}); key.span != "" {
		if old := f.byID[key]; old != nil {
			switch {
			case !old.speaks() && s.speaks(): // the first was only a list of what follows
			case old.speaks() && !s.speaks():
				return
			default:
				if f.again++; old.end != 0 || s.end == 0 {
					return
				}
			}
			s.n = old.n
			*old = *s
			return
		}
		f.byID[key] = s
	}
	f.spans = append(f.spans, s)
}

// speaks reports whether a span says what went in or out.
func (s *span) speaks() bool { return len(s.in) > 0 || s.out != nil || s.result != nil }

func (f *forest) addRecord(r *record) {
	f.events[r.name]++
	if r.ofModel() {
		f.records = append(f.records, r)
	}
}

// link joins the spans to trees. Parents that are not there are normal: other services
// keep theirs, and some spans are not sampled.
func (f *forest) link() {
	f.joinRecords()
	for _, s := range f.spans {
		if s.ids.parent != "" {
			s.parent = f.byID[ids{trace: s.trace, span: s.ids.parent}]
		}
	}
	f.cutCycles()
	for _, s := range f.spans {
		s.leaf = s.kind == kindModel || s.kind == kindWrapper
	}
	for _, s := range f.spans {
		if s.isModel() {
			if up := s.near(); up != nil && up.isModel() {
				up.leaf = false
				s.inherit(up)
			}
		}
	}
}

// cutCycles makes a root of one span of each circle.
func (f *forest) cutCycles() {
	seen := map[*span]int{} // the walk that came by
	for i, s := range f.spans {
		for at := s; at != nil && seen[at] == 0; at = at.parent {
			seen[at] = i + 1
			if at.parent != nil && seen[at.parent] == i+1 {
				f.warn(fmt.Sprintf("span %s is below itself; the circle is cut there", at.span))
				at.parent = nil
			}
		}
	}
}

// near is the nearest span above that is of an agent, a model or a tool.
func (s *span) near() *span {
	if s.known {
		return s.above
	}
	var way []*span
	var found *span
	for at := s; at != nil; at = at.parent {
		way = append(way, at)
		if up := at.parent; up != nil && up.significant() {
			found = up
			break
		} else if up != nil && up.known {
			found = up.above
			break
		}
	}
	for _, w := range way {
		w.known, w.above = true, found
	}
	return found
}

// inherit takes from the span around a model call what the call does not say itself.
func (s *span) inherit(up *span) {
	if len(s.in) == 0 {
		s.in = up.in
	}
	s.out = cmp.Or(s.out, up.out)
	s.spent = cmp.Or(s.spent, up.spent)
	s.model = cmp.Or(s.model, up.model)
	s.source = cmp.Or(s.source, up.source)
}

// joinRecords gives each span the messages that log records hold of it. Records whose
// span is not there make one: it has neither model nor tokens, but what was said.
func (f *forest) joinRecords() {
	slices.SortStableFunc(f.records, func(a, b *record) int { return cmp.Compare(a.at, b.at) })
	made := map[ids]*span{}
	seen := map[string]bool{}
	for _, r := range f.records {
		key := ids{trace: r.trace, span: r.span}
		s := f.byID[key]
		if s == nil || r.span == "" {
			if s = made[key]; s == nil {
				if f.wanted != nil && !f.wanted[r.place] {
					continue
				}
				s = &span{at: r.place, ids: key, name: "gen_ai messages", kind: kindModel, start: r.at, end: r.at, resource: r.resource}
				s.service, s.version = r.resource.text("service.name"), r.resource.text("service.version")
				s.source = r.attrs.text("gen_ai.provider.name", "gen_ai.system")
				made[key] = s
				f.add(s)
			}
			s.end = max(s.end, r.at)
		}
		once := fmt.Sprint(key, r.name, r.at, string(r.body.json()))
		if seen[once] && f.again > 0 { // the file was exported twice
			continue
		}
		seen[once] = true
		if !slices.Contains(s.logs, r.place.file) {
			s.logs = append(s.logs, r.place.file)
		}
		s.said(r.name, &r.attrs, r.body, r.at)
	}
}
