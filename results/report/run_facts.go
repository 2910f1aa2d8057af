package report

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// RunFact is something that the records say of a run as a whole, for its page.
type RunFact struct {
	Name  string // as the records have it
	Value string // empty where there are parts
	Parts []FactPart
}

// FactPart is a member of a fact that the records state as an object.
type FactPart struct{ Name, Value string }

// inner are facts that the program sets for itself, or that the page shows elsewhere.
var inner = []string{
	results.FactSource, results.FactSnapshot, results.FactTaskSet, results.FactLabels, results.FactStopped, "verdicts",
}

// facts lists what the records say of the run as a whole, by name.
func (s *StoredRun) facts() []RunFact {
	facts := results.SetProvenance(maps.Clone(s.Run.Facts), results.Provenance{}, results.Place{})
	var list []RunFact
	for _, name := range slices.Sorted(maps.Keys(facts)) {
		if slices.Contains(inner, name) {
			continue
		}
		f := RunFact{Name: name, Value: facts[name]}
		if parts := partsOf(facts[name]); parts != nil {
			f.Value, f.Parts = "", parts
		}
		list = append(list, f)
	}
	return list
}

// partsOf takes an object apart in its own order; nil for any other text.
func partsOf(text string) []FactPart {
	if !strings.HasPrefix(text, "{") {
		return nil
	}
	d := json.NewDecoder(strings.NewReader(text))
	if _, err := d.Token(); err != nil {
		return nil
	}
	var list []FactPart
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil
		}
		var v json.RawMessage
		if err := d.Decode(&v); err != nil {
			return nil
		}
		key, _ := name.(string)
		value := string(v)
		var word string
		if json.Unmarshal(v, &word) == nil && !bytes.Equal(v, []byte("null")) {
			value = word
		}
		list = append(list, FactPart{key, value})
	}
	return list
}
