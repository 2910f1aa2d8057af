package published

import (
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// siteTask is one task of the site's tasks.json.
type siteTask struct {
	CaseID       int             `json:"case_id"`
	Name         string          `json:"name"`
	Difficulty   string          `json:"difficulty"`
	Domain       string          `json:"domain"`
	Factors      map[string]bool `json:"factors"`
	Instruction  string          `json:"instruction"`
	English      string          `json:"description_en"`
	Chinese      string          `json:"description_zh"`
	MockApps     []string        `json:"mock_apps"`
	VerifierType string          `json:"verifier_type"`
	Agent        struct {
		TimeoutS *float64 `json:"timeout_sec"`
	} `json:"agent"`
}

// readSiteTasks reads the tasks with their instructions. Domains become the
// scenarios, in the order of the alphabet as on the site.
func readSiteTasks(in *ingest.Input) (*results.Dataset, error) {
	rec, err := in.Record(in.Path(siteTasks))
	if err != nil {
		return nil, err
	}
	var file struct {
		Tasks []siteTask `json:"tasks"`
	}
	if err := rec.Decode(&file); err != nil {
		return nil, err
	}
	s, err := readSiteResults(in)
	if err != nil {
		return nil, err
	}
	labels := s.boardLabels()
	byDomain := map[string][]siteTask{}
	for _, t := range file.Tasks {
		if !results.ValidSlug(t.Name) || t.Domain == "" {
			return nil, fmt.Errorf("%s: task %q of domain %q: %w", rec.Name, t.Name, t.Domain, results.ErrInvalid)
		}
		byDomain[t.Domain] = append(byDomain[t.Domain], t)
	}
	d := &results.Dataset{Benchmark: results.Benchmark{
		ID: siteBenchmark, Name: "LiveClawBench", Scoring: results.ScoringReward, Digest: hex.EncodeToString(rec.Sum[:]),
	}}
	for _, domain := range sortedKeys(byDomain) {
		slug := domainSlug(domain)
		d.Scenarios = append(d.Scenarios, results.Scenario{Slug: slug, Title: domain, Ordinal: len(d.Scenarios) + 1})
		for i, t := range byDomain[domain] {
			d.Tasks = append(d.Tasks, t.task(slug, i+1, labels[t.Name]))
		}
	}
	return d, nil
}

func (t *siteTask) task(scenario string, ordinal int, board string) results.Task {
	facts := results.TaskFacts{
		Prompt:   strings.TrimPrefix(t.Instruction, "\ufeff"), // the mark of a file that the site has copied in
		TimeoutS: t.Agent.TimeoutS, Difficulty: t.Difficulty, DifficultyBoard: board,
		Domain: t.Domain, SourcePath: "tasks/" + t.Name,
	}
	for language, line := range map[string]string{"en": t.English, "zh": t.Chinese} {
		if line != "" {
			if facts.Descriptions == nil {
				facts.Descriptions = map[string]string{}
			}
			facts.Descriptions[language] = line
		}
	}
	for _, f := range sortedKeys(t.Factors) {
		if t.Factors[f] {
			facts.Factors = append(facts.Factors, f)
		}
	}
	for _, app := range t.MockApps {
		facts.Tags = append(facts.Tags, "app:"+app)
	}
	if t.VerifierType != "" {
		facts.Tags = append(facts.Tags, "verifier:"+t.VerifierType)
	}
	return results.Task{
		Scenario: scenario, Slug: t.Name, Title: strings.ReplaceAll(t.Name, "-", " "),
		Ordinal: ordinal, Kind: results.KindReward, Facts: facts,
	}
}

// domainSlug makes the slug that the benchmark's own domains.toml gives a
// domain: hyphens vanish and every other gap becomes one underscore.
func domainSlug(domain string) string {
	words := strings.FieldsFunc(strings.ReplaceAll(strings.ToLower(domain), "-", ""), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	if len(words) == 0 {
		return results.Slug(domain)
	}
	return strings.Join(words, "_")
}

func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}
