package tau

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// rule says when a task of tau-bench counts as passed.
const rule = "An attempt passes with a reward of 1, which is the product of the parts that its task is judged by, else it counts 0. " +
	"pass^k is the mean over tasks of C(c, k) / C(n, k), with c of n trials passed: " +
	"all of k trials pass (Yao et al. 2024, arXiv 2406.12045). pass^1 is Avg, as long as every reward is 0 or 1."

// Read pushes one run for each file.
func (Format) Read(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	var unread error // the first file that could not be read, as long as none could
	for i, base := range in.Item.Files {
		r := &reader{ctx: ctx, in: in, w: w, name: in.Path(base), told: map[string]string{}}
		why, err := r.read()
		if err != nil && !errors.Is(err, results.ErrUnchanged) {
			return fmt.Errorf("read %s: %w", r.name, err)
		}
		if i == 0 || why == nil {
			unread = why
		}
	}
	return unread
}

// read pushes the run of the file. A file that cannot be read is warned about, and why
// says so.
func (r *reader) read() (why, err error) {
	defer func() {
		if r.pieces != nil {
			r.pieces.spool.Close()
		}
	}()
	err = r.open()
	switch {
	case err == nil:
		return nil, r.write()
	case r.ctx.Err() != nil:
		return nil, err
	}
	x := ingest.WarnOf(r.name, "not read: ", err)
	for _, note := range append([]results.Warning{x}, r.warnings...) {
		r.w.Warn(note)
	}
	return fmt.Errorf("%s: %s", x.File, x.Message), nil
}

// reader reads one file.
type reader struct {
	ctx  context.Context
	in   *ingest.Input
	w    ingest.Writer
	name string

	pieces   *pieces
	one      bool // rows of tau-bench 1
	info     info
	tasks    []task
	told     map[string]string // to the user, by task
	list     []entry           // of simulations
	stated   []indexed
	warnings []results.Warning
}

// entry is a simulation before it is read whole.
type entry struct {
	heading
	at   span   // in the pieces
	file string // that it has for itself; empty: it is in the pieces
}

func (r *reader) warn(name, format string, args ...any) {
	r.warnings = append(r.warnings, ingest.Warn(name, 0, format, args...))
}

// id is a task's name: a text in tau2, a number in tau-bench 1.
func id(s ingest.Scalar) string { return cmp.Or(s.Text(), strings.Trim(s.String(), `"`)) }

// order sorts the simulations by task and trial. Of several of one trial, which a
// resumed run leaves, the last counts.
func (r *reader) order() {
	number := func(e *entry) int {
		if n := e.Trial.Whole(1e6); n != nil {
			return *n
		}
		return 0
	}
	slices.SortStableFunc(r.list, func(a, b entry) int {
		return cmp.Or(strings.Compare(id(a.Task), id(b.Task)), number(&a)-number(&b), strings.Compare(a.Stamp.Text(), b.Stamp.Text()))
	})
	var kept []entry
	for i := range r.list {
		e := &r.list[i]
		if i+1 < len(r.list) && !e.Trial.Absent() && id(r.list[i+1].Task) == id(e.Task) && number(&r.list[i+1]) == number(e) {
			r.warn(r.name, "task %s has trial %d twice: the later one counts", id(e.Task), number(e))
			continue
		}
		kept = append(kept, *e)
	}
	r.list = kept
}

// invented reports whether all simulations share one start and one duration: times
// that nobody has measured.
func (r *reader) invented() bool {
	if len(r.list) < 2 {
		return false
	}
	for i := range r.list[1:] {
		if e := &r.list[1+i]; e.Start.String() != r.list[0].Start.String() || e.Duration.String() != r.list[0].Duration.String() {
			return false
		}
	}
	return true
}

// dataset places the tasks. Each domain is a benchmark of its own: a run is of one, and
// its numbers compare with no other.
func (r *reader) dataset() (*ingest.OtherRecords, string, error) {
	domain := r.info.Domain.Name.Text()
	o := ingest.Other{
		Format: Name, ID: "tau2-bench-" + results.NameID(domain), Name: "tau2-bench, " + domain,
		Rule: rule, Words: results.Words{Scenario: "domain", Task: "task", Day: "day"},
	}
	if r.one { // no row names its domain
		o.ID, o.Name = "tau-bench", "tau-bench"
	} else if domain == "" {
		o.ID, o.Name = "tau2-bench", "tau2-bench"
	}
	d, err := ingest.FindOther(r.ctx, r.in, r.w, o)
	if err != nil {
		return nil, "", err
	}
	for i := range r.tasks {
		t, _ := d.Place(domain, id(r.tasks[i].ID))
		r.told[id(r.tasks[i].ID)] = r.tasks[i].told()
		if what := r.tasks[i].Description.Purpose.Text(); what != "" && t.Facts.Descriptions == nil {
			t.Facts.Descriptions = map[string]string{"en": what}
		}
	}
	for i := range r.list {
		d.Place(domain, id(r.list[i].Task))
	}
	return d, domain, d.Save(r.ctx, r.w)
}

// system is the agent's model; the one that plays the user is in the variant.
func (r *reader) system() (results.System, string) {
	known := r.in.Identity
	recorded := r.info.Agent.LLM.Text()
	framework := cmp.Or(r.info.Agent.Implementation.Text(), known.Framework)
	s := results.System{Framework: framework, Variant: known.Variant, Provider: known.Provider}
	model := recorded
	for _, sep := range []string{"/", ":"} {
		if vendor, rest, ok := strings.Cut(model, sep); ok && rest != "" {
			s.Provider, model = vendor, rest[strings.LastIndex(rest, "/")+1:]
			break
		}
	}
	s.Model = cmp.Or(model, known.Model, ingest.Unrecorded)
	if s.Variant == "" {
		s.Variant = r.variant()
	}
	return s, recorded
}

// variant is what else tells two systems apart: who plays the user, and how knowledge is
// found where the domain has a base of it.
func (r *reader) variant() string {
	var list []string
	if user := r.info.User.LLM.Text(); user != "" {
		list = append(list, "user "+user)
	}
	if how := r.info.Retrieval.Text(); how != "" {
		list = append(list, "retrieval "+how)
	}
	return strings.Join(list, ", ")
}

func (r *reader) write() error {
	d, domain, err := r.dataset()
	if err != nil {
		return err
	}
	system, recorded := r.system()
	run := &results.Run{
		Benchmark: d.Benchmark.ID, System: system, ModelName: system.Model, Evidence: results.Recomputed,
		Format: Name, Label: r.in.Item.Label, Facts: map[string]string{},
	}
	if recorded != "" && recorded != system.Model {
		run.Facts[results.FactModelRecorded] = recorded
	}
	if user := r.info.User.LLM.Text(); user != "" {
		run.Facts["user_model"] = user
	}
	rw, err := r.w.BeginRun(r.ctx, run)
	if err != nil {
		return err
	}
	rw.Label("", "")
	if system.Model == ingest.Unrecorded {
		r.warn(r.name, "no record names the model (it can be named with --model)")
	}
	times := !r.invented()
	if !times {
		r.warn(r.name, "all simulations have the same start and duration: these times are not shown")
	}
	for _, note := range r.warnings {
		rw.Warn(note)
	}
	if err := r.keep(rw); err != nil {
		return err
	}
	attempts := map[string]int{}
	for i := range r.list {
		e := &r.list[i]
		s, rec, err := r.simulation(e)
		if err != nil {
			rw.Warn(r.spoilt(cmp.Or(e.file, r.name), err))
			continue
		}
		name := id(s.Task)
		attempts[name]++
		t := &trial{r: r, rw: rw, s: s, file: e.file, model: recorded, times: times}
		at, listed := d.Place(domain, name)
		if !listed {
			rw.Warn(ingest.Warn(r.name, 0, "%s has no task %s: shown, but not counted", d.Benchmark.Name, name))
		}
		if err := t.write(at, attempts[name], rec); err != nil {
			return err
		}
		run.StartedAt, run.FinishedAt = results.Earlier(run.StartedAt, t.out.StartedAt), results.Later(run.FinishedAt, t.out.FinishedAt)
	}
	if err := r.missing(d, domain, rw, attempts); err != nil {
		return err
	}
	run.StartedAt = cmp.Or(run.StartedAt, r.in.Identity.StartedAt())
	return rw.Commit(r.ctx)
}

// keep stores the file as it is, redacted.
func (r *reader) keep(rw ingest.RunWriter) error {
	out, err := rw.RawStream(r.ctx, r.name, "application/json", r.pieces.digest)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, io.NewSectionReader(&r.pieces.spool, 0, r.pieces.size)); err != nil {
		return errors.Join(err, out.Close())
	}
	return out.Close()
}

// maxMissing bounds the trials that are written out as missing.
const maxMissing = 10_000

// missing are the trials that the run plans and has no simulation of.
func (r *reader) missing(d *ingest.OtherRecords, domain string, rw ingest.RunWriter, have map[string]int) error {
	planned := r.info.Trials.Whole(1e4)
	if planned == nil {
		return nil
	}
	n := 0
	for i := range r.tasks {
		name := id(r.tasks[i].ID)
		at, _ := d.Place(domain, name)
		for k := have[name] + 1; k <= *planned; k++ {
			if n++; n > maxMissing {
				return nil
			}
			t := &results.Trial{Scenario: at.Scenario, Task: at.Slug, Kind: results.KindReward, Attempt: k, Attempts: 1, Status: results.Missing}
			if err := rw.Trial(r.ctx, t); err != nil {
				return err
			}
		}
	}
	return nil
}
