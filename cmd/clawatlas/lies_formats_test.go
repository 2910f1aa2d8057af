package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// The models that the table's databases know: one whose run is ranked, and one whose
// run is submitted.
const (
	rankedModel    = "ant-1"
	submittedModel = "bee-2"
)

// specimen is a format with a maker of sound records in it.
type specimen struct {
	name string
	make func(*testing.T, account) files
	// printed says that figures lie beside the records, which nobody vouches for.
	printed bool
}

func specimens() []specimen {
	return []specimen{
		{"harbor", harborSpecimen, false},
		{"liveclawbench", siteSpecimen, true},
	}
}

// formatLie is one way in which the records of a run are not what they seem. Its first
// part changes what the records say in any format, its second one those of a format.
type formatLie struct {
	name    string
	account func(*account)
	edit    func(*testing.T, files)
	model   string   // as --model
	formats []string // empty: all
	says    string   // expression that the command's output has to match
	kept    bool     // what it concerns is left out, and the run is ranked without it
	lenient bool     // it is no fault of a submission, so that the command may end with 0
}

// TestLiesOfFormats submits a sound run of each format, which is ranked, and then each
// lie that its format can tell: the command has to say what is wrong and to end with 1,
// and no number of a ranked run may move.
func TestLiesOfFormats(t *testing.T) {
	told, chosen := 0, resultstest.Sample(t)
	for _, s := range specimens() {
		sound := account{model: submittedModel, seed: [3]int{4, 5, 6}, score: [3]any{1, 1, 0}, year: 2026}
		base := filepath.Join(t.TempDir(), s.name+".db")
		s.database(t, base)
		db := must.Get(os.ReadFile(base))(t)
		before := rankedOfAll(t, base)
		t.Run(s.name+"/sound", func(t *testing.T) {
			file := copied(t, db)
			if code, out := s.submit(t, s.make(t, sound), "", file); code != exitOK && !s.printed {
				t.Errorf("a sound run: exit code %d, it said:\n%s", code, out)
			}
			if after := rankedOfAll(t, file); len(after) != 2*len(before) || len(before) == 0 {
				t.Errorf("a sound run is not ranked:\n%q", after)
			}
		})
		for _, l := range formatLies() {
			if len(l.formats) > 0 && !slices.Contains(l.formats, s.name) || testing.Short() && !chosen(4, s.name+l.name) {
				continue
			}
			told++
			t.Run(s.name+"/"+l.name, func(t *testing.T) {
				t.Parallel()
				a := sound
				if l.account != nil {
					l.account(&a)
				}
				records := s.make(t, a)
				if l.edit != nil {
					l.edit(t, records)
				}
				file := copied(t, db)
				code, out := s.submit(t, records, l.model, file)
				if code != exitRefused && !l.lenient {
					t.Errorf("exit code %d, want %d; it said:\n%s", code, exitRefused, out)
				}
				if !regexp.MustCompile(l.says).MatchString(out) {
					t.Errorf("the output does not match %q:\n%s", l.says, out)
				}
				after := rankedOfAll(t, file)
				if l.kept && len(after) == 2*len(before) {
					return
				}
				if diff := cmp.Diff(before, after); diff != "" {
					t.Errorf("numbers of ranked runs moved (-before +after):\n%s\nit said:\n%s", diff, out)
				}
			})
		}
	}
	if told < 20 && !testing.Short() {
		t.Errorf("%d lies were told, want 40 at least", told)
	}
}

func copied(t *testing.T, db []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "lie.db")
	must.Do(t, os.WriteFile(file, db, 0o600))
	return file
}

// database makes a database in which a sound run of the format is ranked.
func (s *specimen) database(t *testing.T, file string) {
	t.Helper()
	db := must.Get(sqlite.OpenWriter(t.Context(), file))(t)
	defer db.Close()
	var models []results.Model
	for _, m := range []string{rankedModel, submittedModel} {
		models = append(models, results.Model{ID: m, Name: m, Vendor: "Acme", Aliases: []string{m, "acme/" + m}})
	}
	must.Do(t, db.SaveModels(t.Context(), models))
	if d := datasets()[s.name]; d != nil {
		must.Do(t, db.SaveDataset(t.Context(), d))
	}
	records := s.make(t, account{model: rankedModel, seed: [3]int{1, 2, 3}, score: [3]any{1, 0, 1}, year: 2026})
	rep, err := load(t.Context(), newLoader(db), []string{records.folder(t)}, nil, (&checkCmd{}).identity(), &streams{out: discard(t), err: discard(t)})
	faults, _ := findings(must.Get(rep, err)(t))
	if len(rep.Runs) != 1 || len(rep.Runs[0].Exclusions) > 0 || len(faults) > 0 && !s.printed {
		t.Fatalf("%s: load of a sound run: %+v", s.name, rep)
	}
}

// datasets are those that a format's runs need.
func datasets() map[string]*results.Dataset {
	site := &results.Dataset{Benchmark: results.Benchmark{ID: "liveclawbench", Name: "LiveClawBench", Scoring: results.ScoringReward, Headline: "avg"},
		Scenarios: []results.Scenario{{Slug: "office", Ordinal: 1}}}
	for i := range 40 {
		slug := fmt.Sprintf("case-%02d", i)
		site.Tasks = append(site.Tasks, results.Task{Scenario: "office", Slug: slug, Title: slug, Ordinal: i + 1, Kind: results.KindReward})
	}
	return map[string]*results.Dataset{"liveclawbench": site}
}

// folder writes records into a directory.
func (f files) folder(t *testing.T) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "submission")
	for name, data := range f {
		to := filepath.Join(root, filepath.FromSlash(name))
		must.Do(t, os.MkdirAll(filepath.Dir(to), 0o700))
		must.Do(t, os.WriteFile(to, data, 0o600))
	}
	return root
}

func (s *specimen) submit(t *testing.T, f files, model, file string) (int, string) {
	t.Helper()
	c := checkCmd{Paths: []string{f.folder(t)}}
	c.Model = model
	return (&records{}).verify(t, &c, file)
}

// rankedOfAll lists what the boards of all benchmarks say of ranked runs, a line for
// each; a rank, which a sound run may move, stands for itself.
func rankedOfAll(t *testing.T, file string) []string {
	t.Helper()
	db := must.Get(sqlite.OpenReader(t.Context(), file))(t)
	defer db.Close()
	sets := must.Get(db.Datasets(t.Context()))(t)
	list := []string{}
	for i := range sets {
		b := &sets[i].Benchmark
		for _, c := range score.Conventions(b.Scoring) {
			board := must.Get(db.FindBoard(t.Context(), b.ID, c.ID, ""))(t)
			for _, row := range board.Rows {
				if row.Rank == nil {
					continue
				}
				data, err := json.Marshal(map[string]any{"rank": row.Rank, "run": row.Run, "model": row.System.Model, "metrics": row.Metrics,
					"interval": row.RankInterval, "class": row.TieClass})
				if err != nil {
					t.Fatal(err)
				}
				list = append(list, b.ID+" "+c.ID+" "+string(data))
			}
		}
	}
	return list
}
