package harbor

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// rubricFile is the path of LiveClawBench's rubric in a task folder. The rubric consists of
// weighted parts, or of weighted dimensions with criteria.
const rubricFile = "tests/rubric.json"

// readRubric parses a rubric of either form. The parts are sorted by descending weight.
func readRubric(rec *ingest.Record) ([]results.RubricPart, error) {
	var deep struct {
		Weights  map[string]float64 `json:"dimension_weights"`
		Criteria map[string][]struct {
			Text   string  `json:"criterion"`
			Weight float64 `json:"weight"`
		} `json:"criteria"`
	}
	if err := rec.Decode(&deep); err != nil {
		return nil, err
	}
	weights := deep.Weights
	if weights == nil {
		if err := rec.Decode(&weights); err != nil {
			return nil, err
		}
	}
	list := make([]results.RubricPart, 0, len(weights))
	for _, name := range slices.Sorted(maps.Keys(weights)) {
		part := results.RubricPart{Name: name, Weight: weights[name]}
		for _, c := range deep.Criteria[name] {
			part.Criteria = append(part.Criteria, results.Criterion{Text: c.Text, Weight: c.Weight})
		}
		list = append(list, part)
	}
	slices.SortStableFunc(list, func(a, b results.RubricPart) int { return cmp.Compare(b.Weight, a.Weight) })
	return list, nil
}

// describeTasks reads the one-line descriptions in LiveClawBench's registries, one file per
// language.
func (t *taskTree) describeTasks() error {
	for language, name := range map[string]string{"en": "cases_registry.csv", "zh": "cases_registry_zh.csv"} {
		rec, err := t.record(path.Join(path.Dir(t.in.Item.Dir), "docs", "metadata", name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		lines, err := descriptions(rec.Data)
		if err != nil {
			return fmt.Errorf("%s: %w", rec.Name, err)
		}
		for i := range t.tasks {
			x := &t.tasks[i]
			if line := lines[path.Base(x.dir)]; line != "" {
				if x.descriptions == nil {
					x.descriptions = map[string]string{}
				}
				x.descriptions[language] = line
			}
		}
	}
	return nil
}

func descriptions(data []byte) (map[string]string, error) {
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	name, text := slices.Index(rows[0], "Case name"), slices.Index(rows[0], "description")
	by := map[string]string{}
	for _, row := range rows[1:] {
		if name >= 0 && text >= 0 && max(name, text) < len(row) {
			by[strings.TrimSpace(row[name])] = strings.TrimSpace(row[text])
		}
	}
	return by, nil
}
