package results

// Figure is one number that a paper or site has published.
type Figure struct {
	Benchmark string `json:"benchmark"`
	Source    string `json:"source"` // id of its FigureSource
	Table     string `json:"table"`  // "Table 3", "Figure 4" ...
	// Group names the rows that are comparable with each other. Rows of
	// different groups are never ranked together.
	Group string `json:"group"`
	// Native marks a row whose model ran in its own provider's agent, so that its
	// group compares agents as well as models.
	Native    bool   `json:"native,omitempty"`
	Model     string `json:"model"` // as printed; stored under its canonical id
	Framework string `json:"framework,omitempty"`
	Variant   string `json:"variant,omitempty"`
	Provider  string `json:"provider,omitempty"`
	// Scope narrows the number: "scenario:hr", "factor:A1", "difficulty:easy",
	// "day:1"; empty for the whole benchmark.
	Scope  string   `json:"scope,omitempty"`
	Metric string   `json:"metric"`
	Value  *float64 `json:"value"`           // 0..1 for scores, else in Unit; nil: not published
	Digits int      `json:"digits"`          // digits printed after the point, in Unit
	Unit   string   `json:"unit"`            // percent, fraction, seconds, hours, usd, count, millions
	N      *int     `json:"n,omitempty"`     // denominator where the source states it
	Note   string   `json:"note,omitempty"`  // what a reader has to know
	Board  bool     `json:"board,omitempty"` // whether it makes a row of the leaderboard
}

// FigureSource says where figures come from.
type FigureSource struct {
	ID        string `json:"id"`
	Benchmark string `json:"benchmark"`
	Title     string `json:"title"`
	Citation  string `json:"citation"`
	Version   string `json:"version"`
	Date      string `json:"date"` // ISO date
	Note      string `json:"note,omitempty"`
}

// Model is a language model, or a scripted agent in its place.
type Model struct {
	ID       string   `json:"id"` // canonical slug
	Name     string   `json:"name"`
	Vendor   string   `json:"vendor,omitempty"`
	Aliases  []string `json:"aliases,omitempty"`
	Scripted bool     `json:"scripted,omitempty"`
}
