package clawarena

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"sort"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// indexFiles returns the names of the test lists of ClawArena and the original MetaClaw-Bench, in
// order of preference.
func indexFiles() []string { return []string{"tests.json", "all_tests.json"} }

type testsFile struct {
	Name       string `json:"name"`
	EvalDir    string `json:"eval_dir"`
	Frameworks map[string]struct {
		Manifest string `json:"manifest"`
	} `json:"frameworks"`
	Tests []test `json:"tests"`
	Test  []test `json:"test"` // name of the list in all_tests.json
}

func (t *testsFile) list() []test {
	if len(t.Tests) > 0 {
		return t.Tests
	}
	return t.Test
}

type test struct {
	ID   string `json:"id"`
	Desc string `json:"desc"`
	Eval string `json:"eval"`
	Arc  string `json:"arc"` // arc of a day; empty for datasets without days
}

type questionsFile struct {
	Rounds []round `json:"rounds"`
}

type round struct {
	ID        string   `json:"id"`
	Type      string   `json:"type"`
	Question  string   `json:"question"`
	UpdateIDs []string `json:"update_ids"`
	Feedback  struct {
		Correct   string            `json:"correct"`
		Incorrect string            `json:"incorrect"`
		Options   map[string]string `json:"options"`
	} `json:"feedback"`
	Eval struct {
		Options      map[string]string `json:"options"`
		Answer       jsontext.Value    `json:"answer"` // one letter or a list of letters
		Command      string            `json:"command"`
		ExpectExit   *int              `json:"expect_exit"`
		ExpectStdout *string           `json:"expect_stdout"`
		StdoutRegex  bool              `json:"expect_stdout_regex"`
		Timeout      *float64          `json:"timeout"`
	} `json:"eval"`
	Pref *struct {
		Command  string `json:"command"`
		Feedback struct {
			Correct   string `json:"correct"`
			Incorrect string `json:"incorrect"`
		} `json:"feedback"`
	} `json:"pref"`
}

// updateNote is the first line of a prompt that announces an update.
const updateNote = "The workspace and messages in other channels are updated."

type dataset struct {
	in      *ingest.Input
	sums    []string
	tests   testsFile
	layout  layout   // harness layout whose manifest defines the updates of tasks
	layouts []layout // all harness layouts of the dataset, starting with the one in layout
	out     results.Dataset
	size    int // total size of the files and chats read so far, in bytes

	unmanifested string // path at which a manifest was expected but is missing; empty if there is one
}

func (d *dataset) record(name string) (*ingest.Record, error) {
	rec, err := d.in.Record(name)
	if err == nil {
		// The leading slash is part of stored digests.
		d.sums = append(d.sums, fmt.Sprintf("/%s %x", strings.TrimPrefix(name, d.in.Item.Dir+"/"), rec.Sum))
	}
	return rec, err
}

func (d *dataset) warn(name string, format string, args ...any) {
	d.out.Warnings = append(d.out.Warnings, ingest.Warn(name, 0, format, args...))
}

// readDataset stores the benchmark. If the questions of one scenario cannot be read, the entire
// dataset fails, because the expected number of rounds would be wrong.
func readDataset(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	d := &dataset{in: in}
	rec, err := d.index()
	if err != nil {
		return err
	}
	if err := rec.Decode(&d.tests); err != nil {
		return err
	}
	if err := d.readLayouts(); err != nil {
		return err
	}
	d.out.Benchmark = d.benchmark()
	for i, t := range d.tests.list() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := d.readScenario(i, t); err != nil {
			return err
		}
	}
	d.missManifest()
	if err := d.settle(ctx, w); err != nil {
		return err
	}
	sort.Strings(d.sums)
	sum := sha256.Sum256([]byte(strings.Join(d.sums, "\n")))
	d.out.Benchmark.Digest = hex.EncodeToString(sum[:])
	return w.SaveDataset(ctx, &d.out)
}

func (d *dataset) index() (rec *ingest.Record, err error) {
	for _, name := range indexFiles() {
		if rec, err = d.record(d.in.Path(name)); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return rec, err
}

// benchmark derives id and version from the dataset's name, which ends in the version.
func (d *dataset) benchmark() results.Benchmark {
	slug, version := results.NameID(d.tests.Name), ""
	if i := strings.LastIndex(slug, "-v"); i > 0 && strings.Trim(slug[i+2:], "0123456789.") == "" && slug[i+2:] != "" {
		slug, version = slug[:i], "v"+slug[i+2:]
	}
	if d.in.Identity.Benchmark != "" {
		slug = d.in.Identity.BenchmarkID()
	}
	b := results.Benchmark{
		ID: slug, Name: d.tests.Name, Version: version, Scoring: results.ScoringClawArena, Headline: "crs",
		Words: results.Words{Scenario: "scenario", Task: "round", Day: "update phase"},
		FailureRule: "A round counts as passed if its score is 1. Wrong answers, answers that could not be extracted and timeouts score " +
			"0; a round without a readable verdict leaves the run incomplete.",
		Scripted: slug == "clawatlas-example",
	}
	if list := d.tests.list(); len(list) > 0 && list[0].Arc != "" {
		b.Words, b.Headline = results.Words{Scenario: "day", Task: "round"}, "tcr"
	}
	return b
}

func (d *dataset) readScenario(i int, x test) error {
	id, eval := x.ID, x.Eval
	if !results.ValidSlug(id) {
		return fmt.Errorf("test id %q is not a slug: %w", id, results.ErrInvalid)
	}
	name := d.questions(id, eval)
	if !fs.ValidPath(name) {
		return fmt.Errorf("eval path %q is outside the dataset directory: %w", name, results.ErrInvalid)
	}
	rec, err := d.record(name)
	if err != nil {
		return err
	}
	var q questionsFile
	if err := rec.Decode(&q); err != nil {
		return err
	}
	d.out.Scenarios = append(d.out.Scenarios, results.Scenario{Slug: id, Title: title(x.Desc), Domain: arc(x.Arc), Description: x.Desc,
		Ordinal: i + 1})
	day, delivered, seen := 0, map[string]bool{}, map[string]bool{}
	for n, r := range q.Rounds {
		if !results.ValidSlug(r.ID) || seen[r.ID] {
			return fmt.Errorf("%s: round %d has the id %q, which is not a slug or not unique: %w", name, n+1, r.ID, results.ErrInvalid)
		}
		seen[r.ID] = true
		if len(r.UpdateIDs) > 0 {
			day++
		}
		t, err := d.task(name, id, n+1, day, r)
		if err != nil {
			return err
		}
		t.Facts.Patterns = d.patterns(name, t.Facts.Command)
		for _, u := range r.UpdateIDs {
			delivered[u] = true
		}
		d.out.Tasks = append(d.out.Tasks, t)
	}
	d.undelivered(name, id, delivered)
	d.addWorld(name, id, q.Rounds)
	return nil
}

// questions returns the path of a test's questions. The original MetaClaw-Bench may refer to a
// folder on the authors' machine. If there is no file at the stated path, questions returns
// eval/<id>/questions.json.
func (d *dataset) questions(id, eval string) string {
	name := d.in.Path(cmp.Or(d.tests.EvalDir, "eval"), cmp.Or(eval, id), "questions.json")
	usual := d.in.Path("eval", id, "questions.json")
	if len(d.tests.Tests) > 0 || name == usual {
		return name
	}
	if info, err := fs.Stat(d.in.FS, name); err == nil && info.Mode().IsRegular() {
		return name
	}
	return usual
}

// arc returns the display name of a day's arc.
func arc(name string) string {
	if name == "" {
		return ""
	}
	return "arc " + name
}

func title(desc string) string {
	t := desc
	for _, cut := range []string{" — ", " -- ", " - ", " ("} {
		if i := strings.Index(t, cut); i > 0 {
			t = t[:i]
		}
	}
	return t
}

func (d *dataset) task(file, scenario string, ordinal, day int, r round) (results.Task, error) {
	t := results.Task{Scenario: scenario, Slug: r.ID, Ordinal: ordinal, Kind: r.Type, Day: day, Facts: results.TaskFacts{
		Prompt: r.Question, FeedbackCorrect: r.Feedback.Correct, FeedbackIncorrect: r.Feedback.Incorrect,
		Command: r.Eval.Command, ExpectExit: r.Eval.ExpectExit, ExpectStdout: r.Eval.ExpectStdout, StdoutPattern: r.Eval.StdoutRegex,
		TimeoutS: r.Eval.Timeout,
		Language: language(r.Question), SourcePath: strings.TrimPrefix(file, d.in.Item.Dir+"/"),
		SilentPref: strings.Contains(r.Eval.Command, "check_preferences"), Rules: rulesOf(r.Eval.Command),
	}}
	if r.Pref != nil {
		t.Facts.Pref = &results.Pref{Command: r.Pref.Command, Correct: r.Pref.Feedback.Correct, Incorrect: r.Pref.Feedback.Incorrect}
	}
	gold, err := letters(r.Eval.Answer)
	if err != nil {
		return t, fmt.Errorf("%s: round %s: answer: %w", file, r.ID, err)
	}
	t.Options = options(r, gold)
	for _, g := range gold {
		if _, ok := r.Eval.Options[g]; !ok {
			d.warn(file, "round %s: the answer %s is not among its options", r.ID, g)
		}
	}
	switch r.Type {
	case results.KindMultiChoice:
		for _, o := range t.Options {
			t.Checks = append(t.Checks, results.CheckSpec{ID: o.Label, Weight: 1})
		}
	case results.KindExecCheck:
		t.Checks = []results.CheckSpec{{ID: "exec", Weight: 1}}
	case "file_check": // MetaClaw-Bench's name for exec_check
		t.Kind = results.KindExecCheck
		t.Checks = []results.CheckSpec{{ID: "exec", Weight: 1}}
	default:
		d.warn(file, "round %s: unknown question type %q: counted only in the completion rate", r.ID, r.Type)
	}
	for _, u := range r.UpdateIDs {
		t.Updates = append(t.Updates, d.update(file, scenario, r, u)...)
	}
	return t, nil
}

func options(r round, gold []string) []results.Option {
	labels := make([]string, 0, len(r.Eval.Options))
	for l := range r.Eval.Options {
		labels = append(labels, l)
	}
	sort.Strings(labels)
	var list []results.Option
	for _, l := range labels {
		o := results.Option{Label: l, Text: r.Eval.Options[l], Feedback: r.Feedback.Options[l]}
		for _, g := range gold {
			o.Gold = o.Gold || g == l
		}
		list = append(list, o)
	}
	return list
}

// letters parses one letter or a list and returns them in upper case, sorted.
func letters(v jsontext.Value) ([]string, error) {
	if len(v) == 0 || v.Kind() == 'n' {
		return nil, nil
	}
	var list []string
	if v.Kind() == '"' {
		var one string
		if err := ingest.DecodeJSON("", v, 1, &one); err != nil {
			return nil, err
		}
		list = strings.FieldsFunc(one, func(r rune) bool { return !unicode.IsLetter(r) })
	} else if err := ingest.DecodeJSON("", v, 1, &list); err != nil {
		return nil, err
	}
	for i := range list {
		list[i] = strings.ToUpper(strings.TrimSpace(list[i]))
	}
	sort.Strings(list)
	return list, nil
}

// language recognises Chinese prompts by their characters.
func language(s string) string {
	han, all := 0, 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			all++
			if unicode.Is(unicode.Han, r) {
				han++
			}
		}
	}
	if han*4 > all {
		return "zh"
	}
	return ""
}
