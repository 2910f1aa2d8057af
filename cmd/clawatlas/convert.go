package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

type convertCmd struct {
	To    string   `enum:"atif" required:"" help:"Format to write: atif, the Agent Trajectory Interchange Format, version 1.8." placeholder:"atif"`
	Out   string   `short:"o" help:"File to write, or a directory if there are several traces or media. Without it, a single trace goes to standard output." placeholder:"PATH"`
	Paths []string `arg:"" name:"path" help:"Records or transcripts, as for ingest."`
}

func (c *convertCmd) Help() string {
	return "Writes every trace that ingest can read as ATIF 1.8: steps, calls, results, media and metrics. What ATIF has no field " +
		"for goes into its extra objects under \"clawatlas\", and reading the document again gives the same steps. Secrets are " +
		"removed as by ingest. Several traces go into a directory, one file for each trial; existing files are not replaced."
}

// Run writes the traces. It returns an error if there are none.
func (c *convertCmd) Run(ctx context.Context, s *streams) error {
	sources, closeAll, refused := openSources(ctx, c.Paths, nil, ingest.Identity{})
	defer closeAll()
	for _, r := range refused {
		s.err.Printf("refused %s: %s\n", r.Source, r.Reason)
	}
	w := &converter{out: c.Out, taken: map[string]bool{}}
	said, err := newLoader(nil).Traces(ctx, []ingest.Source{{FS: bundled.FS, Name: "bundled data", Official: true}}, sources, w.add)
	if err == nil {
		err = w.end(s.out)
	}
	if err != nil {
		return err
	}
	for _, r := range said.Refused {
		s.err.Printf("refused %s: %s\n", cmp.Or(r.Item, r.Source), r.Reason)
	}
	printUnread(s.err, said.Unread)
	if w.n == 0 {
		return errors.New("found no trace that this program can read")
	}
	s.err.Printf("%s\n", counted(w.n, "trace"))
	if len(refused)+len(said.Refused) > 0 {
		return exitError(exitRefused)
	}
	return nil
}

// converter writes traces. It keeps the first trace in memory until it knows whether there are
// more, because a single trace is written to the output directly.
type converter struct {
	out   string
	n     int
	first *ingest.Trace
	taken map[string]bool
}

func (c *converter) add(t *ingest.Trace) error {
	c.n++
	if c.n == 1 {
		c.first = t
		return nil
	}
	if c.out == "" {
		return errors.New("there are several traces: pass a directory with --out")
	}
	if c.first != nil {
		if err := c.file(c.first); err != nil {
			return err
		}
		c.first = nil
	}
	return c.file(t)
}

// end writes the first trace if it is the only one.
func (c *converter) end(out *printer) error {
	t := c.first
	if t == nil {
		return nil
	}
	info, err := os.Stat(c.out)
	if dir := err == nil && info.IsDir(); dir || c.out != "" && len(t.Media) > 0 {
		return c.file(t)
	}
	var b bytes.Buffer
	if err := trace.WriteATIF(&b, written(t, nil)); err != nil {
		return fmt.Errorf("write ATIF: %w", err)
	}
	if c.out == "" {
		_, err := out.Write(b.Bytes())
		return err
	}
	return createFile(c.out, b.Bytes())
}

func (c *converter) file(t *ingest.Trace) error {
	base := strings.Join([]string{t.Trial.Scenario, t.Trial.Task}, "-")
	name := base
	for n := 2; c.taken[name]; n++ {
		name = fmt.Sprintf("%s-%d", base, n)
	}
	c.taken[name] = true
	if err := os.MkdirAll(c.out, 0o755); err != nil {
		return fmt.Errorf("write traces: %w", err)
	}
	media := map[string]string{}
	for _, s := range t.Steps {
		for _, p := range partsOf(&s) {
			data, ok := t.Media[p.Raw]
			if p.Raw == "" || media[p.Raw] != "" || !ok {
				continue
			}
			file := fmt.Sprintf("%d%s", len(media)+1, strings.ToLower(filepath.Ext(p.Raw)))
			if err := os.MkdirAll(filepath.Join(c.out, name), 0o755); err != nil {
				return fmt.Errorf("write media: %w", err)
			}
			if err := createFile(filepath.Join(c.out, name, file), data); err != nil {
				return err
			}
			media[p.Raw] = name + "/" + file
		}
	}
	var b bytes.Buffer
	if err := trace.WriteATIF(&b, written(t, media)); err != nil {
		return fmt.Errorf("write ATIF: %w", err)
	}
	return createFile(filepath.Join(c.out, name+".json"), b.Bytes())
}

func partsOf(s *results.Step) []results.Part {
	parts := s.Parts
	if s.Observation != nil {
		for i := range s.Observation.Results {
			parts = append(parts[:len(parts):len(parts)], s.Observation.Results[i].Parts...)
		}
	}
	return parts
}

func createFile(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(path)
	}
	return err
}

func writeATIF(w io.Writer, run *results.Run, t *results.StoredTrial, steps []results.Step) error {
	return trace.WriteATIF(w, written(&ingest.Trace{Run: run, Trial: &t.Trial, Steps: steps}, nil))
}

func written(t *ingest.Trace, media map[string]string) *trace.Written {
	d := &t.Trial.Details
	w := &trace.Written{
		Agent: d.Framework, AgentVersion: t.Run.Facts[results.FactAgentVersion], Model: d.Model, Session: t.Trial.TraceIDs.Session,
		Trajectory: t.Trial.TraceIDs.Trajectory,
		Usage:      t.Trial.Usage, Steps: t.Steps, Benchmark: t.Run.Benchmark,
		Task: results.TaskName{Scenario: t.Trial.Scenario, Task: t.Trial.Task}, Attempt: t.Trial.Attempt,
		Status: t.Trial.Status, Score: t.Trial.Score,
		Media: func(p *results.Part) string { return media[p.Raw] },
	}
	if w.Agent == "" {
		w.Agent = t.Run.System.Framework
	}
	if w.Model == "" && t.Run.ModelName != ingest.Unrecorded {
		w.Model = t.Run.ModelName
	}
	return w
}
