package results

// StatTable is a published table without system metrics: dataset statistics, serving settings,
// failure taxonomies or controlled pairs. It is shown as published, so its numbers stay in the unit
// of their column and never enter a ranking.
type StatTable struct {
	Benchmark string       `json:"benchmark"`      // id of the benchmark
	ID        string       `json:"id"`             // slug, unique within the benchmark, e.g. "table-11"
	Title     string       `json:"title"`          // title, written for this site
	Source    string       `json:"source"`         // id of the source
	Place     string       `json:"place"`          // location in the source, such as "Table 11" or "Figure 4a"; empty if the table was computed for this site
	Label     string       `json:"label"`          // heading of the first column, which contains the row labels
	Columns   []StatColumn `json:"columns"`        // columns in published order
	Rows      []StatRow    `json:"rows"`           // rows in published order
	Note      string       `json:"note,omitempty"` // warning to display with the table
	Computed  bool         `json:"computed"`       // set if the table was computed from the source's records
}

// Ids of the tables computed from a source's reported numbers.
const (
	IdentitiesTable    = "identities"    // rules that the reported results should satisfy, with all cells that satisfy them
	DiscrepanciesTable = "discrepancies" // cells that violate a rule
	ClaimsTable        = "claims"        // statements of the paper; pages add whether they are true
	ClaimHolds         = "holds"
	ClaimFails         = "does not hold"
	ClaimOpen          = "not testable with public records"
)

// StatColumn is a column of a StatTable.
type StatColumn struct {
	Key    string `json:"key"` // name that is unique in the table
	Label  string `json:"label"`
	Unit   string `json:"unit"`   // unit as in Figure.Unit, or "text" for a column of words
	Digits int    `json:"digits"` // maximum number of decimal places in any cell
}

// StatRow is a row of a StatTable, with one cell for each column.
type StatRow struct {
	Label string     `json:"label"`
	Ref   string     `json:"ref,omitempty"` // subject of the row, such as "scenario:hil_s1", "model:gpt-5.5" or "task:hil_s1/q7"; empty if none
	Cells []StatCell `json:"cells"`         // cells in the order of the columns
}

// StatCell is a number in the unit of its column or, in a text column, a text. A cell with neither
// was not published, which is different from zero.
type StatCell struct {
	Value *float64 `json:"value"`          // value in the unit of the column; nil if not published
	Text  string   `json:"text,omitempty"` // content of a text column
}
