package boards

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

type document struct {
	in    *ingest.Input
	rec   *ingest.Record
	root  *node
	files []*ingest.Record // records of the file and its neighbours
	read  map[string]*node
	seen  map[string]int // number of calls of nth by value
	runs  map[*run]bool  // runs with rows in the document
	warn  func(results.Warning)
}

// beside reads a file in the same folder. It returns nil if the file is missing.
func (d *document) beside(name string) any {
	at := path.Join(path.Dir(d.rec.Name), name)
	if n, ok := d.read[at]; ok {
		return n
	}
	d.read[at] = nil
	rec, err := d.in.Record(at)
	if err == nil {
		d.files = append(d.files, rec)
		d.read[at], err = decode(rec, "", "")
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		d.warn(ingest.WarnOf(at, "not read: ", err))
	}
	return d.read[at]
}

type trial struct {
	results.Trial
	*env
	group, task string
	ordinal     bool // true if the row has no attempt number, so that arrange assigns one by counting
	started     *float64
}

type run struct {
	results.System
	trials []*trial
	notes  []note
}

// note is a warning with the number of trials it applies to.
type note struct {
	file, text string
	n          int
	first      string
}

func (x *run) note(file, task, text string) {
	i := slices.IndexFunc(x.notes, func(n note) bool { return n.file == file && n.text == text })
	if i < 0 {
		i = len(x.notes)
		x.notes = append(x.notes, note{file, text, 0, task})
	}
	x.notes[i].n++
}

type reader struct {
	*Mapping
	ctx      context.Context
	in       *ingest.Input
	runs     []*run
	bySystem map[results.System]*run
	index    []map[string]*node // rows of each join by join key
	joined   []*document
	rows     int
	warnings []results.Warning
}

func (r *reader) warn(file, format string, args ...any) {
	r.warnings = append(r.warnings, ingest.Warn(file, 0, format, args...))
}

func (r *reader) read() error {
	r.bySystem = map[results.System]*run{}
	for i := range r.Join {
		if err := r.load(&r.Join[i]); err != nil {
			return err
		}
	}
	var all []*trial
	err := r.each(&r.Source, func(e *env) error {
		if t := r.trial(e); t != nil {
			all = append(all, t)
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case len(all) == 0 && len(r.warnings) > 0:
		return fmt.Errorf("no row contains a trial; first warning: %s: %s", r.warnings[0].File, r.warnings[0].Message)
	case len(all) == 0:
		return errors.New("no row contains a trial")
	}
	slices.SortStableFunc(all, func(a, b *trial) int { return cmp.Compare(value(a.started), value(b.started)) })
	r.arrange(all)
	return nil
}

func value(x *float64) float64 {
	if x == nil {
		return 0
	}
	return *x
}

// each calls found with the environment of each row of a source.
func (r *reader) each(s *source, found func(*env) error) error {
	files, err := r.find(s)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		d := &document{in: r.in, read: map[string]*node{}, seen: map[string]int{}, runs: map[*run]bool{},
			warn: func(w results.Warning) { r.warnings = append(r.warnings, w) }}
		if d.rec, err = r.in.Record(f.name); err == nil {
			d.files = append(d.files, d.rec)
			d.root, err = decode(d.rec, s.Decode, s.Anchor)
		}
		if err != nil {
			r.warnings = append(r.warnings, ingest.WarnOf(f.name, "not read: ", err))
			continue
		}
		dir := path.Dir(f.name)
		about := map[string]string{"name": path.Base(f.name), "dir": dir, "folder": strings.Trim(path.Base(dir), ".")}
		e := &env{vars: map[string]any{"doc": d.root, "path": f.path, "file": about}, doc: d, row: d.root}
		if err := r.descend(s, s.Rows, e, found); err != nil {
			return err
		}
	}
	return nil
}

// find lists the files that match the first pattern of the source that has any matches.
func (r *reader) find(s *source) (files []file, err error) {
	for _, pattern := range s.Files {
		err := glob(r.in.FS, r.in.Item.Dir, pattern, mostFiles, func(f file) error {
			if s != &r.Source || r.has(r.in.FS, f.name) {
				files = append(files, f)
			}
			if len(files) > mostFiles {
				return fmt.Errorf("more than %d files", mostFiles)
			}
			return nil
		})
		if err != nil || len(files) > 0 {
			return files, err
		}
	}
	return nil, nil
}

// descend calls found for each row, with one level of nested lists per element of levels.
func (r *reader) descend(s *source, levels []each, e *env, found func(*env) error) error {
	if len(levels) == 0 {
		if r.rows++; r.rows > mostRows {
			return fmt.Errorf("more than %d rows", mostRows)
		}
		return found(e)
	}
	list, _ := levels[0].Each.of(e).(*node)
	var columns []*node
	if s.Packed != nil {
		names, _ := s.Packed.of(e).(*node)
		columns = names.items()
	}
	for _, x := range list.items() {
		row := x
		if s.Packed != nil {
			if row = x.named(columns); row == nil {
				r.warn(e.doc.rec.Name, "row %d does not have the %d columns of %s: skipped", x.at+1, len(columns), s.Packed.text)
				continue
			}
		}
		inner := e.with(levels[0].As, row)
		inner.row = row
		if err := r.descend(s, levels[1:], inner, found); err != nil {
			return err
		}
	}
	return nil
}

// key returns the join key of a row, or "" if any component is missing.
func key(e *env, list []*expr) string {
	var b strings.Builder
	for _, x := range list {
		s := x.textOf(e)
		if s == "" {
			return ""
		}
		b.WriteString(s + "\x00")
	}
	return b.String()
}

func (r *reader) load(j *join) error {
	index := map[string]*node{}
	var doc *document
	err := r.each(&j.source, func(e *env) error {
		doc = e.doc
		if k := key(e, j.There); k != "" && index[k] == nil {
			index[k] = e.row
		} else {
			r.warn(e.doc.rec.Name, "row %d has no unique key: skipped", e.row.at+1)
		}
		return nil
	})
	r.index, r.joined = append(r.index, index), append(r.joined, doc)
	return err
}

// trial converts a row to a trial. It returns nil if the row is skipped or has no task name.
func (r *reader) trial(e *env) *trial {
	t := &trial{env: e}
	for i := range r.Join {
		j := &r.Join[i]
		e.vars[j.Rows[0].As] = r.index[i][key(e, j.On)]
	}
	for _, l := range r.Let {
		e.vars[l.As] = l.Is.of(e)
	}
	for _, s := range r.Skip {
		if truth(s.When.of(e)) {
			if say := s.Say.in(e); say != "" {
				r.warn(e.doc.rec.Name, "%s", say)
			}
			return nil
		}
	}
	id := &r.in.Identity
	sys := results.System{Model: cmp.Or(r.System.Model.textOf(e), id.Model, ingest.Unrecorded),
		Framework: cmp.Or(r.System.Harness.textOf(e), id.Framework), Variant: cmp.Or(id.Variant, r.System.Variant.textOf(e)),
		Provider: cmp.Or(r.System.Provider.textOf(e), id.Provider)}
	if t.task, t.group = r.Trial.Task.textOf(e), r.Trial.Group.textOf(e); t.task == "" {
		r.warn(e.doc.rec.Name, "a row names no task: skipped")
		return nil
	}
	if r.bySystem[sys] == nil {
		r.bySystem[sys] = &run{System: sys}
	}
	e.doc.runs[r.bySystem[sys]] = true
	r.fill(t, r.bySystem[sys])
	return t
}

// arrange adds the trials, in order, to the runs of their systems. If two rows have the same
// attempt, it uses the first.
func (r *reader) arrange(all []*trial) {
	type place struct {
		*run
		group, task string
		attempt     int
	}
	systems := map[*trial]*run{}
	for _, x := range r.bySystem {
		for _, t := range x.trials {
			systems[t] = x
		}
		x.trials = nil
	}
	attempts, seen := map[place]int{}, map[place]bool{}
	for _, t := range all {
		x := systems[t]
		at := place{x, t.group, t.task, 0}
		if t.ordinal {
			attempts[at]++
			t.Attempt = attempts[at]
		}
		at.attempt = t.Attempt
		if seen[at] {
			r.warn(t.doc.rec.Name, "%s in %s has the task %s twice: using the first", x.Model, x.Framework, t.task)
			continue
		}
		if seen[at] = true; len(x.trials) == 0 {
			r.runs = append(r.runs, x)
		}
		x.trials = append(x.trials, t)
	}
}

// part returns a copy of a document that contains only the given rows. It keeps scalar members and
// column names and drops all other lists and objects.
func (s *source) part(d *document, rows []*node) *ingest.Record {
	_, list, _ := strings.Cut(s.Rows[0].Each.text, ".")
	var b strings.Builder
	for _, v := range d.root.items() {
		raw := v.raw
		switch {
		case v.key == list:
			raw = slices.Concat(jsontext.Value("["), joinRows(rows, ","), jsontext.Value("]"))
		case (raw.Kind() == '[' || raw.Kind() == '{') && (s.Packed == nil || s.Packed.text != "doc."+v.key):
			continue
		}
		fmt.Fprintf(&b, ",%q:%s", v.key, raw)
	}
	raw := jsontext.Value("{" + strings.TrimPrefix(b.String(), ",") + "}")
	raw.Format(jsontext.Multiline(true), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	return record(d.rec.Name, raw)
}

// quantity evaluates an expression to a non-negative number. For any other value it adds a note to
// the run and returns nil.
func (r *reader) quantity(t *trial, x *run, name string, of *expr) *float64 {
	t.odd = ""
	v := number(t.env, of.of(t.env))
	switch {
	case t.odd != "":
		x.note(t.doc.rec.Name, t.task, name+" is left out: "+t.odd)
		return nil
	case v != nil && (*v < 0 || *v > 1e15 || math.IsNaN(*v)):
		x.note(t.doc.rec.Name, t.task, name+" is ignored: it is negative or impossibly large")
		return nil
	}
	return v
}
