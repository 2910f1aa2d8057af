package published

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// IdentityTables turns identities into two tables for each benchmark: how many
// places each rule was applied to, and every place that no reading explains. A
// benchmark without discrepancies has an empty second table, which says so.
func IdentityTables(list []Identity) []results.StatTable {
	var out []results.StatTable
	for from := 0; from < len(list); {
		to := from
		for to < len(list) && list[to].Benchmark == list[from].Benchmark {
			to++
		}
		out = append(out, ruleTable(list[from:to]), discrepancyTable(list[from:to]))
		from = to
	}
	return out
}

func ruleTable(list []Identity) results.StatTable {
	t := results.StatTable{
		Benchmark: list[0].Benchmark, ID: results.IdentitiesTable, Source: list[0].Source, Computed: true,
		Title: "Do the reported numbers add up?", Label: "rule",
		Columns: []results.StatColumn{
			{Key: "checked", Label: "Places checked", Unit: "count"},
			{Key: "hold", Label: "Holds", Unit: "count"},
			{Key: "broken", Label: "Does not hold", Unit: "count"},
			{Key: "explained", Label: "Of these, fits another reading", Unit: "count"},
			{Key: "tried", Label: "Other readings tried", Unit: ingest.UnitText},
		},
		Note: "A rule holds where rounding of the reported numbers explains the difference. Where it does not hold, each other convention, " +
			"set of labels and rounding that is known to be in use is tried.",
	}
	var rules []string
	count, tried := map[string]*[4]float64{}, map[string][]string{}
	for i := range list {
		c := count[list[i].Rule]
		if c == nil {
			c = &[4]float64{}
			count[list[i].Rule] = c
			rules = append(rules, list[i].Rule)
		}
		c[0]++
		if list[i].Holds() {
			c[1]++
			continue
		}
		c[2]++
		if list[i].Explained() != "" {
			c[3]++
		}
		for _, r := range list[i].readings() {
			if !slices.Contains(tried[list[i].Rule], r.Name) {
				tried[list[i].Rule] = append(tried[list[i].Rule], r.Name)
			}
		}
	}
	for _, rule := range rules {
		row := results.StatRow{Label: rule}
		for _, v := range count[rule] {
			row.Cells = append(row.Cells, results.StatCell{Value: &v})
		}
		row.Cells = append(row.Cells, results.StatCell{Text: strings.Join(tried[rule], "; ")})
		t.Rows = append(t.Rows, row)
	}
	return t
}

func discrepancyTable(list []Identity) results.StatTable {
	t := results.StatTable{
		Benchmark: list[0].Benchmark, ID: results.DiscrepanciesTable, Source: list[0].Source, Computed: true,
		Title: "Reported numbers that do not add up", Label: "place",
		Columns: []results.StatColumn{
			{Key: "rule", Label: "Rule", Unit: ingest.UnitText},
			{Key: "printed", Label: "Reported", Unit: "count", Digits: 4},
			{Key: "computed", Label: "By the rule", Unit: "count", Digits: 4},
			{Key: "difference", Label: "Difference", Unit: "count", Digits: 4},
			{Key: "note", Label: "Note", Unit: ingest.UnitText},
		},
		Note: "Only what no rounding, convention or set of labels that is known explains. It is shown, not corrected.",
	}
	for i := range list {
		d := &list[i]
		if d.Holds() || d.Explained() != "" {
			continue
		}
		diff := d.Printed - d.Computed
		t.Rows = append(t.Rows, results.StatRow{Label: d.Place, Cells: []results.StatCell{
			{Text: d.Rule}, {Value: &d.Printed}, {Value: &d.Computed}, {Value: &diff}, {Text: d.Note},
		}})
	}
	return t
}
