package results

// Figure is one number reported by a paper or site.
type Figure struct {
	Benchmark string `json:"benchmark"` // id of the benchmark
	Source    string `json:"source"`    // id of the source
	Table     string `json:"table"`     // table or figure in the source, such as "Table 3" or "Figure 4"
	// Group names the rows of the source that are comparable. Rows of different groups are never
	// ranked together.
	Group string `json:"group"`
	// Native is set if the model ran in its provider's own agent.
	Native    bool   `json:"native,omitempty"`
	Model     string `json:"model"`               // reported model name; stored as its canonical id
	Framework string `json:"framework,omitempty"` // reported harness; empty if the source names none
	Variant   string `json:"variant,omitempty"`   // reported variant of the system
	Provider  string `json:"provider,omitempty"`  // reported provider of the model
	// Scope is the subset of the benchmark, such as "scenario:hr", "factor:A1", "difficulty:easy"
	// or "day:1"; "" is the whole benchmark.
	Scope  string   `json:"scope,omitempty"`
	Metric string   `json:"metric"`          // key of the metric
	Value  *float64 `json:"value"`           // reported value, 0 to 1 for scores, otherwise in Unit; nil if not reported
	Digits int      `json:"digits"`          // number of decimal places reported, in Unit
	Unit   string   `json:"unit"`            // unit: percent, fraction, seconds, hours, usd, count or millions
	N      *int     `json:"n,omitempty"`     // denominator; nil if not reported
	Note   string   `json:"note,omitempty"`  // warning to display with the value
	Board  bool     `json:"board,omitempty"` // set if the value is shown in a row of the leaderboard
}

// FigureSource describes a publication or site with reported results.
type FigureSource struct {
	ID        string `json:"id"`             // slug that identifies the source
	Benchmark string `json:"benchmark"`      // id of the benchmark
	Title     string `json:"title"`          // title of the paper, report or site
	Citation  string `json:"citation"`       // text of the citation
	Version   string `json:"version"`        // edition, commit or retrieval date
	Date      string `json:"date"`           // date of the source (ISO)
	Note      string `json:"note,omitempty"` // warning to display with the source
}

// Model is a language model, or a scripted agent that replaces one.
type Model struct {
	ID       string   `json:"id"`                 // canonical slug
	Name     string   `json:"name"`               // display name
	Vendor   string   `json:"vendor,omitempty"`   // company that makes the model
	Aliases  []string `json:"aliases,omitempty"`  // other names of the model
	Scripted bool     `json:"scripted,omitempty"` // set if a script replaces the model
}
