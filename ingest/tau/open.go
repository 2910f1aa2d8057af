package tau

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/results"
)

// open goes over the file, and over those of simulations beside it, and finds what there
// is.
func (r *reader) open() error {
	h, err := head.Read(r.in.FS, r.name)
	if err != nil {
		return err
	}
	_, version := recognise(h.Value())
	r.one = version == versionOne
	f, err := r.in.FS.Open(r.name)
	if err != nil {
		return fmt.Errorf("open %s: %w", r.name, err)
	}
	defer f.Close()
	if r.pieces, err = newPieces(r.in, r.name, f); err != nil {
		return err
	}
	if err := r.walk(r.pieces); err != nil {
		return r.pieces.fault(err)
	}
	if !r.in.Item.Shallow {
		if err := r.folder(); err != nil {
			return err
		}
	}
	r.index()
	if len(r.list) == 0 {
		return errors.New("it holds no simulation")
	}
	r.order()
	return nil
}

// walk goes over the file: rows, or the members of a document of tau2.
func (r *reader) walk(p *pieces) error {
	seen := map[string]bool{}
	once := func(name string) error {
		if seen[name] {
			return fmt.Errorf("%s stands there twice", name)
		}
		seen[name] = true
		return nil
	}
	var err error
	switch {
	case r.one && p.dec.PeekKind() == '[':
		err = p.elements(r.found)
	case r.one:
		err = r.found()
	default:
		err = p.members(func(name string) error {
			kind := p.dec.PeekKind()
			switch {
			case name == "info":
				return cmp.Or(once(name), r.decode(&r.info))
			case name == "tasks" && kind == '[':
				return cmp.Or(once(name), p.elements(func() error {
					var t task
					err := r.decode(&t)
					r.tasks = append(r.tasks, t)
					return err
				}))
			case name == "simulation_index" && kind == '[':
				return cmp.Or(once(name), p.elements(func() error {
					var x indexed
					err := r.decode(&x)
					r.stated = append(r.stated, x)
					return err
				}))
			case name == "simulations" && kind == '[':
				return cmp.Or(once(name), p.elements(r.found))
			}
			return p.dec.SkipValue()
		})
	}
	return cmp.Or(err, p.end())
}

// decode goes over the next value and decodes it.
func (r *reader) decode(v any) error {
	data, at, err := r.pieces.value()
	if err != nil {
		return err
	}
	return ingest.DecodeJSON(r.name, data, at.line, v)
}

// found notes the next value as a simulation.
func (r *reader) found() error {
	data, at, err := r.pieces.value()
	if err != nil {
		return err
	}
	e := entry{at: at}
	if err := ingest.DecodeJSON(r.name, data, at.line, &e.heading); err != nil {
		r.unread(err)
		return nil
	}
	r.list = append(r.list, e)
	return nil
}

// unread warns of a simulation that cannot be read.
func (r *reader) unread(err error) {
	r.warnings = append(r.warnings, r.spoilt(r.name, err))
}

func (r *reader) spoilt(name string, err error) results.Warning {
	return ingest.WarnOf(name, "a simulation cannot be read: ", err)
}

// folder finds the simulations that are files of their own.
func (r *reader) folder() error {
	entries, err := fs.ReadDir(r.in.FS, r.in.Path(simulationsFolder))
	if err != nil {
		return err
	}
	for _, f := range entries {
		name := r.in.Path(simulationsFolder, f.Name())
		if !f.Type().IsRegular() || path.Ext(name) != ".json" {
			continue
		}
		rec, err := r.in.Ahead().Record(name)
		e := entry{file: name}
		if err == nil {
			err = rec.Decode(&e.heading)
		}
		if err != nil {
			r.unread(err)
			continue
		}
		r.list = append(r.list, e)
	}
	return nil
}

// index holds what is there against the index that the run keeps of its simulations.
func (r *reader) index() {
	there := map[string]bool{}
	for _, e := range r.list {
		there[e.ID.Text()] = true
	}
	for _, x := range r.stated {
		if !there[x.ID.Text()] {
			r.warn(r.name, "its index lists the simulation %s of task %s, which is not there", x.ID.Text(), id(x.Task))
		}
	}
}

// simulation reads one whole; rec is its record, where it has one of its own.
func (r *reader) simulation(e *entry) (s *simulation, rec *ingest.Record, err error) {
	s = &simulation{}
	if e.file != "" {
		if rec, err = r.in.Record(e.file); err == nil {
			rec.Media = "application/json"
			err = rec.Decode(s)
		}
		return s, rec, err
	}
	data, err := r.pieces.read(e.at)
	if err != nil {
		return nil, nil, err
	}
	if !r.one {
		return s, nil, ingest.DecodeJSON(r.name, data, e.at.line, s)
	}
	var row row1
	err = ingest.DecodeJSON(r.name, data, e.at.line, &row)
	*s = row.simulation()
	return s, nil, err
}
