package otel

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// Format reads spans of agents.
type Format struct{}

// Name returns the format's id.
func (Format) Name() string { return Name }

// reader reads the files of one directory.
type reader struct {
	ctx   context.Context
	in    *ingest.Input
	w     ingest.Writer
	files []*file
}

// file is one file of spans or of log records.
type file struct {
	name  string
	lines bool // a request, or a span, on each line

	sum      [32]byte     // of its bytes
	repeated map[int]bool // lines that stand there or in a file before already
}

// Read pushes one run for each service, agent, version and model.
func (Format) Read(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	r := &reader{ctx: ctx, in: in, w: w}
	for _, name := range in.Item.Files {
		if x, ok := sniff(in.FS, in.Path(name)); ok {
			r.files = append(r.files, &file{name: in.Path(name), lines: x.lines, repeated: map[int]bool{}})
		}
	}
	// Whose spans they are has to be known before the first run begins; nothing of this
	// reading is stored.
	warnings := []results.Warning{}
	seen := r.survey(func(x results.Warning) { warnings = append(warnings, x) })
	if err := ctx.Err(); err != nil {
		return err
	}
	units, plain := seen.units()
	if len(units) == 0 {
		for _, x := range warnings {
			w.Warn(x)
		}
		return errors.New(seen.nothing(plain, warnings))
	}
	groups := r.plan(units)
	for i, g := range groups {
		if i > 0 {
			warnings = nil
		} else if plain > 0 {
			warnings = append(warnings, ingest.Warn(in.Item.Dir, 0, "%s without a call of a model or a tool: left out", ingest.Counted(plain, "trace")))
		}
		err := r.write(g, len(groups), warnings)
		if err != nil && !errors.Is(err, results.ErrUnchanged) {
			return fmt.Errorf("read spans of %s: %w", cmp.Or(g.framework, g.benchmark, "a service"), err)
		}
	}
	return nil
}

// nothing says why there is no run.
func (f *forest) nothing(plain int, warnings []results.Warning) string {
	switch {
	case len(f.spans) > 0:
		return fmt.Sprintf("%s in %s, and none of a model, a tool or an agent: "+
			"no attribute begins with gen_ai., llm., openinference. or ai.", ingest.Counted(len(f.spans), "span"), ingest.Counted(plain, "trace"))
	case len(warnings) > 0:
		return "no span could be read: " + warnings[0].Message
	}
	return "an export of spans without a span"
}

// survey reads all files without storing anything.
func (r *reader) survey(warn func(results.Warning)) *forest {
	f := newForest(func(m string) { warn(ingest.Warn(r.in.Item.Dir, 0, "%s", m)) })
	plain := r.in.Ahead()
	once := map[[32]byte]bool{}
	for i, file := range r.files {
		w := &walk{f: f, at: place{file: i}, warn: func(line int, m string) { warn(ingest.Warn(file.name, line, "%s", m)) }}
		w.skip = func(line int, text []byte) bool {
			sum := sha256.Sum256(text)
			if once[sum] {
				file.repeated[line] = true
				w.warnOnce("a line that stands in the files more than once counts once")
			}
			once[sum] = true
			return file.repeated[line]
		}
		if file.lines {
			lines, err := plain.Lines(file.name, nil)
			if err != nil {
				w.warn(0, err.Error())
				continue
			}
			w.lines(lines)
			file.sum = lines.Sum()
			lines.Close()
			continue
		}
		rec, err := plain.Record(file.name)
		if err != nil {
			w.warn(0, err.Error())
			continue
		}
		file.sum = rec.Sum
		w.document(rec.Data)
	}
	if f.again > 0 {
		warn(ingest.Warn(r.in.Item.Dir, 0, "%s exported more than once; each counts once", ingest.Counted(f.again, "span")))
	}
	f.link()
	return f
}

// facts counts what was exported, for who wants to compare it with the exporter.
func (f *forest) facts(g *group) map[string]string {
	kinds := map[kind]int{}
	traces := map[string]bool{}
	spans, roots, failed, summed := 0, 0, 0, int64(0)
	names := map[string]bool{}
	types, levels, usage := map[string]int{}, map[string]int{}, map[string]int64{}
	for _, s := range f.spans {
		spans++
		kinds[s.kind]++
		traces[s.trace] = true
		if s.ids.parent == "" || s.parent == nil {
			roots++
		}
		if s.failed {
			failed++
			names[s.name] = true
		}
		if in := s.tokens; in != nil {
			summed += *in
		}
		if s.level != "" {
			types[s.label]++
			levels[s.level]++
		}
		for name, n := range s.counted {
			usage[name] += n
		}
	}
	facts := map[string]string{
		"verdicts": noVerdict, "spans": strconv.Itoa(spans), "span_kinds": counted(kinds),
		"traces": strconv.Itoa(len(traces)), "root_spans": strconv.Itoa(roots),
		"input_tokens_of_all_spans": strconv.FormatInt(summed, 10),
	}
	if len(levels) > 0 {
		facts["observation_types"], facts["observation_levels"] = counted(types), counted(levels)
		facts["usage_of_all_observations"] = counted(usage)
	}
	if failed > 0 {
		facts["error_spans"] = fmt.Sprintf("%d: %s", failed, strings.Join(slices.Sorted(maps.Keys(names)), ", "))
	}
	if len(f.events) > 0 {
		n := 0
		for _, count := range f.events {
			n += count
		}
		facts["log_records"] = fmt.Sprintf("%d: %s", n, counted(f.events))
	}
	if g.version != "" {
		facts[results.FactAgentVersion] = g.version
	}
	return facts
}

// counted writes counts in the order of their names.
func counted[K ~string, N int | int64](counts map[K]N) string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%s %d", k, counts[k]))
	}
	return strings.Join(parts, ", ")
}

// noVerdict is said of every trial.
const noVerdict = "No verdict was recorded with these spans."
