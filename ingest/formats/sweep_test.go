package formats_test

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-json-experiment/json/jsontext"
	gocmp "github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/clawarena"
	"github.com/clawatlas/clawatlas/ingest/clawmark"
	"github.com/clawatlas/clawatlas/ingest/formats"
	"github.com/clawatlas/clawatlas/ingest/harbor"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/parquet"
	"github.com/clawatlas/clawatlas/ingest/published"
	"github.com/clawatlas/clawatlas/ingest/transcripts"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// TestMembers puts in the place of each member of each fixture what cannot be its value:
// nothing, null, another JSON type, numbers that no count can be. A reader does not panic
// and does not give up what lies beside; a verdict is the one it was or none; a count that
// cannot be read is not recorded, and never zero.
func TestMembers(t *testing.T) {
	chosen := resultstest.Sample(t)
	for _, fx := range fixtures() {
		switch fx.format {
		case published.Name, published.SiteDataName, parquet.Name, clawarena.Format{}.Name(), clawmark.Format{}.Name(),
			harbor.Format{}.Name():
			continue // whose rules say what a damaged record counts, and are tested there
		}
		t.Run(fx.name, func(t *testing.T) {
			whole, names := jsonFiles(t, fx.fsys(t))
			for _, name := range names {
				tree := whole
				if fx.format == transcripts.Name && !strings.Contains(name, "/") {
					tree = fstest.MapFS{name: whole[name]} // which no other one refers to
				}
				sweepFile(t, tree, name, func(what string) bool { return chosen(300, fx.name+what) })
			}
		})
	}
}

func sweepFile(t *testing.T, tree fstest.MapFS, name string, chosen func(string) bool) {
	base := readAll(t, tree)
	if base.panicked != "" || len(base.trials) == 0 {
		t.Fatalf("%s: %d trials %s", name, len(base.trials), base.panicked)
	}
	if (&editor{}).rewrite(tree[name].Data) == nil {
		return // it is damaged on purpose
	}
	for at, kind := range places(tree[name].Data) {
		for how, put := range wrongs(kind) {
			variant := fmt.Sprintf("%s: %s is %s", name, at, how)
			if sound.MatchString(variant) || !chosen(variant) {
				continue
			}
			for _, times := range []int{1, everywhere} {
				data := (&editor{at: at, put: put, times: times}).rewrite(tree[name].Data)
				other := maps.Clone(tree)
				other[name] = &fstest.MapFile{Data: data}
				got := readAll(t, other)
				if got.panicked != "" {
					t.Fatalf("%s: %s", variant, got.panicked)
				}
				exact := kind == '0' && times == everywhere && !restated.MatchString(name+": "+at)
				for _, fault := range wronged(base.trials, got.trials, exact) {
					t.Errorf("%s (%d): %s", variant, min(times, 2), fault)
				}
			}
		}
	}
}

// reading is what the formats read of a tree.
type reading struct {
	trials   []*seenTrial
	panicked string
}

// seenTrial is a trial as its format has written it.
type seenTrial struct {
	run   *results.Run
	trial results.Trial
	steps int
}

func (s *seenTrial) name() string {
	return s.run.Benchmark + ", " + s.run.Label + ": " + s.trial.Scenario + "/" + s.trial.Task
}

// noting notes what a format writes.
type noting struct {
	ingest.Format
	to *reading
}

func (n noting) Read(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	return n.Format.Read(ctx, in, &notingWriter{w, n.to})
}

type notingWriter struct {
	ingest.Writer
	to *reading
}

func (w *notingWriter) BeginRun(ctx context.Context, r *results.Run) (ingest.RunWriter, error) {
	rw, err := w.Writer.BeginRun(ctx, r)
	return &notingRun{rw, r, w.to}, err
}

type notingRun struct {
	ingest.RunWriter
	run *results.Run
	to  *reading
}

func (w *notingRun) Trial(ctx context.Context, t *results.Trial) error {
	w.to.trials = append(w.to.trials, &seenTrial{run: w.run, trial: *t})
	return w.RunWriter.Trial(ctx, t)
}

func (w *notingRun) AmendTrial(ctx context.Context, t *results.Trial) error {
	w.to.trials[len(w.to.trials)-1].trial = *t
	return w.RunWriter.AmendTrial(ctx, t)
}

func (w *notingRun) Step(ctx context.Context, s *results.Step) error {
	w.to.trials[len(w.to.trials)-1].steps++
	return w.RunWriter.Step(ctx, s)
}

// readAll reads a tree into a database of its own.
func readAll(t *testing.T, fsys fs.FS) (got reading) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			got.panicked = fmt.Sprintf("%v\n%s", p, debug.Stack())
		}
	}()
	l := ingesttest.Loader(ingesttest.Open(t))
	l.Formats, l.Jobs = nil, 1
	for _, f := range formats.All() {
		l.Formats = append(l.Formats, noting{f, &got})
	}
	must.Get(l.Load(t.Context(), []ingest.Source{{FS: fsys, Name: "test"}}))(t)
	return got
}

// wrongs are values that no member of a kind has.
func wrongs(kind jsontext.Kind) map[string]string {
	all := map[string]string{"null": "null", "absent": "", "a list": `["zz"]`}
	if kind != '{' && kind != 'n' { // an object of null's place can be sound
		all["an object"] = `{"zz":1}`
	}
	if kind == '[' {
		delete(all, "a list")
	}
	switch kind {
	case '0':
		maps.Copy(all, map[string]string{"a text": `"x7"`, "no text": `""`, "not a number": `"NaN"`, "huge": "1e308", "negative": "-5e300"})
	case '"':
		maps.Copy(all, map[string]string{"a number": "7", "yes": "true"})
	case '{', '[':
		maps.Copy(all, map[string]string{"a text": `"x7"`, "a number": "7", "yes": "true"})
	case 't', 'f':
		maps.Copy(all, map[string]string{"a text": `"x7"`, "a number": "7e9"})
	}
	return all
}

// restated are the places of numbers in the place of which others are taken: totals for
// which the steps are added up, or the other way round; parts that definitions leave out
// where there are none; cached tokens, which are then not known to be part of the prompt;
// places of which a fixture has two kinds, so that calls remain that state theirs.
var restated = regexp.MustCompile(`final_metrics|_?[cC]ache|total_tokens|[tT]okens\.(thoughts|tool|reasoning|output_reasoning)|usageDetails|usage\.output_reasoning|` +
	`thoughtsTokenCount|accumulated_token_usage|extra\.cost|` +
	`subagents/.*message\.usage|kimi-wire\.jsonl: .*token_usage|kimi\.jsonl: (event\.)?usage\.|sums.*events\[\]\.output\.usage`)

// sound are variants that records can have: counts as numbers in OTLP; scores as numbers,
// truths and by part, and another first scorer in Inspect; and a trial that stands twice in
// tau's, which without its date or number is another one.
var sound = regexp.MustCompile(`attributes\[\]\.value\.intValue is a number|scores\.includes\.value is (a|an|yes)|` +
	`results\.scores\[\] is|simulations\[\]\.(timestamp|trial) is`)

// wronged lists verdicts that are there and were not; of a trial that the edit has renamed
// among those of all trials. Counts too, if exact is set: otherwise the edit may have taken
// away some of the calls that they are sums of. What is stored has no infinite ones.
func wronged(base, got []*seenTrial, exact bool) (list []string) {
	was := map[string][]*seenTrial{}
	for _, s := range base {
		was[s.name()] = append(was[s.name()], s)
	}
	for _, s := range got {
		before, called := was[s.name()], true
		if before == nil && len(base) == len(got) {
			before, called = base, false
		}
		if before == nil {
			continue
		}
		judged := func(x *seenTrial) string {
			switch {
			case x.trial.Score != nil:
				return fmt.Sprintf("score %v", *x.trial.Score)
			case x.trial.Status == results.Passed || x.trial.Status == results.Failed:
				return string(x.trial.Status)
			}
			return ""
		}
		if v := judged(s); v != "" && !slices.ContainsFunc(before, func(b *seenTrial) bool { return judged(b) == v }) {
			list = append(list, fmt.Sprintf("%s has %s, and not %q", s.name(), v, judged(before[0])))
		}
		for i, n := range counts(&s.trial.Usage) {
			if n.v == nil || !exact || !called || math.IsInf(*n.v, 0) {
				continue
			}
			var were []string
			for _, b := range before {
				if v := counts(&b.trial.Usage)[i].v; v != nil {
					were = append(were, fmt.Sprint(*v))
				}
			}
			if is := fmt.Sprint(*n.v); !slices.Contains(were, is) {
				list = append(list, fmt.Sprintf("%s has %s %s, and not %q", s.name(), is, n.name, were))
			}
		}
	}
	return list
}

type count struct {
	name string
	v    *float64
}

func counts(u *results.Usage) []count {
	tokens := func(n *int64) *float64 {
		if n == nil {
			return nil
		}
		f := float64(*n)
		return &f
	}
	return []count{
		{"tokens of input", tokens(u.Input)}, {"tokens of output", tokens(u.Output)},
		{"cached tokens", tokens(u.CacheRead)}, {"tokens written to the cache", tokens(u.CacheWrite)},
		{"tokens", tokens(u.Total)}, {"dollars", u.CostUSD},
	}
}

// TestTurned writes the members of every object in the opposite order, which says the
// same: no record is lost or taken for another one, and nothing that it states changes.
func TestTurned(t *testing.T) {
	for _, fx := range fixtures() {
		switch fx.format {
		case published.Name, published.SiteDataName, parquet.Name, clawarena.Format{}.Name():
			continue
		}
		t.Run(fx.name, func(t *testing.T) {
			whole, names := jsonFiles(t, fx.fsys(t))
			other := maps.Clone(whole)
			for _, name := range names {
				if data := turned(whole[name].Data); data != nil {
					other[name] = &fstest.MapFile{Data: data}
				}
			}
			if diff := gocmp.Diff(statedBy(readAll(t, whole)), statedBy(readAll(t, other))); diff != "" {
				t.Errorf("trials (-as they were +turned):\n%s", diff)
			}
		})
	}
}

// statedBy says of each trial what its record states of it, in the order of the trials.
func statedBy(r reading) []string {
	var list []string
	for _, s := range r.trials {
		d := &s.trial.Details
		line := fmt.Sprintf("%s %s %s attempt %d: %s of %s %s in %s %s, %d steps, %d checks", s.run.Format, s.run.Benchmark,
			s.name(), s.trial.Attempt,
			s.trial.Status, s.run.ModelName, d.Model, s.run.System.Framework+" "+d.Framework, d.FrameworkVersion, s.steps,
			len(s.trial.Checks))
		for _, n := range counts(&s.trial.Usage) {
			if n.v != nil {
				line += fmt.Sprintf(", %v %s", *n.v, n.name)
			}
		}
		list = append(list, line)
	}
	slices.Sort(list)
	return list
}
