package openhands

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

// noVerdict is said of a conversation.
const noVerdict = "No verdict was recorded with this conversation."

// conversation is a folder with one file for each event.
type conversation struct {
	in   *ingest.Input
	dir  string   // of the events
	list []string // their files, in order
	sdk  bool
}

// openConversation lists the events; nil if the item is no conversation.
func openConversation(in *ingest.Input) (*conversation, error) {
	c := &conversation{in: in}
	for _, dir := range []string{in.Path(eventsDir), in.Item.Dir} {
		entries, err := fs.ReadDir(in.FS, dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("list %s: %w", dir, err)
		}
		for _, kind := range []*regexp.Regexp{sdkEvent, oldEvent} {
			if c.collect(dir, entries, kind); len(c.list) > 0 {
				c.sdk = kind == sdkEvent
				return c, nil
			}
		}
	}
	return nil, nil
}

// collect lists the files of one kind by their numbers, which grow longer.
func (c *conversation) collect(dir string, entries []fs.DirEntry, kind *regexp.Regexp) {
	c.dir = dir
	number := func(name string) int {
		n, _ := strconv.Atoi(kind.FindStringSubmatch(name)[1]) // one that is too large comes first
		return n
	}
	for _, e := range entries {
		if e.Type().IsRegular() && kind.MatchString(e.Name()) {
			c.list = append(c.list, e.Name())
		}
	}
	slices.SortFunc(c.list, func(a, b string) int { return cmp.Or(number(a)-number(b), cmp.Compare(a, b)) })
}

// read writes the conversation as a run with one trial.
func (c *conversation) read(ctx context.Context, w ingest.Writer) error {
	other, err := ingest.FindOther(ctx, c.in, w, ingest.Other{
		Format: Name, Name: "conversations", Summary: "Conversations with OpenHands. Nobody judged them.",
		Words: results.Words{Scenario: "group", Task: "conversation", Day: "step"},
	})
	if err != nil {
		return err
	}
	name := c.in.Item.Label
	if name == "" || name == eventsDir {
		name = cmp.Or(c.in.Item.Source, "conversation")
	}
	task, listed := other.Place("", name)
	if err := other.Save(ctx, w); err != nil {
		return err
	}
	data, records, err := c.joined()
	if err != nil {
		return err
	}
	state := c.state()
	model := cmp.Or(state.model(), c.in.Identity.Model)
	run := &results.Run{
		Benchmark: other.Benchmark.ID, Evidence: results.Recomputed, Format: Name, Label: c.in.Item.Label,
		Facts: map[string]string{"verdicts": noVerdict},
	}
	plain, err := trace.Read(c.dialect(), trace.Source{Data: data}, trace.Sink{})
	if err != nil {
		return err
	}
	model = cmp.Or(model, plain.Model, ingest.Unrecorded)
	run.ModelName = model
	run.System = results.System{Model: model, Framework: "openhands", Variant: c.in.Identity.Variant, Provider: c.in.Identity.Provider}
	rw, err := w.BeginRun(ctx, run)
	if err != nil {
		return err
	}
	rw.Label("", "")
	t := &ingest.Telling{Ctx: ctx, In: c.in, RW: rw, File: c.dir, Trial: &results.Trial{
		Scenario: task.Scenario, Task: task.Slug, Kind: task.Kind, Attempt: 1, Attempts: 1, Status: results.NotJudged,
		Details: results.TrialDetails{TraceNote: noVerdict, SourceTrial: name},
	}}
	if !listed {
		rw.Warn(ingest.Warn(c.dir, 0, "%s has no task %s: shown, but not counted", other.Benchmark.ID, name))
	}
	if err := rw.Trial(ctx, t.Trial); err != nil {
		return err
	}
	for _, rec := range records {
		if err := rw.Raw(ctx, rec); err != nil {
			return err
		}
	}
	if err := tell(t, c.dialect(), data); err != nil {
		return err
	}
	state.spent(t.Trial)
	t.Trial.Details.Session = cmp.Or(t.Trial.Details.Session, name)
	if err := rw.AmendTrial(ctx, t.Trial); err != nil {
		return err
	}
	run.StartedAt = c.in.Identity.StartedAt()
	return rw.Commit(ctx)
}

func (c *conversation) dialect() trace.Dialect {
	if c.sdk {
		return trace.DialectOpenHandsSDK
	}
	return trace.DialectOpenHands
}

// joined is all events one after the other, and the records that they came from.
func (c *conversation) joined() ([]byte, []*ingest.Record, error) {
	var data bytes.Buffer
	var records []*ingest.Record
	names := make([]string, len(c.list))
	for i, name := range c.list {
		names[i] = path.Join(c.dir, name)
	}
	for _, name := range []string{path.Join(c.dir, stateFile), path.Join(path.Dir(c.dir), stateFile)} {
		if info, err := fs.Stat(c.in.FS, name); err == nil && info.Mode().IsRegular() && within(name, c.in.Item.Dir) {
			names = append(names, name)
		}
	}
	for i, name := range names {
		rec, err := c.in.Record(name)
		if err != nil {
			return nil, nil, err
		}
		records = append(records, rec)
		if i < len(c.list) {
			data.Write(rec.Data)
			data.WriteByte('\n')
		}
	}
	return data.Bytes(), records, nil
}

func within(name, dir string) bool {
	return dir == "." || path.Dir(name) == dir || path.Dir(path.Dir(name)) == dir
}
