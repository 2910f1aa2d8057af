package results

// Figure is one number that a paper or site has published.
type Figure struct {
	Benchmark string `json:"benchmark"` // id
	Source    string `json:"source"`    // id of its source
	Table     string `json:"table"`     // "Table 3", "Figure 4" ...
	// Group names rows that are comparable; different groups are never ranked together.
	Group string `json:"group"`
	// Native marks a row whose model ran in its provider's own agent.
	Native    bool   `json:"native,omitempty"`
	Model     string `json:"model"`               // as printed; stored under its canonical id
	Framework string `json:"framework,omitempty"` // as printed; empty if the source names none
	Variant   string `json:"variant,omitempty"`   // of the system, as printed
	Provider  string `json:"provider,omitempty"`  // of the model, as printed
	// Scope restricts the number, as "scenario:hr", "factor:A1", "difficulty:easy" or "day:1"; ""
	// is the whole benchmark.
	Scope  string   `json:"scope,omitempty"`
	Metric string   `json:"metric"`          // key
	Value  *float64 `json:"value"`           // 0..1 for scores, else in the unit; nil: not published
	Digits int      `json:"digits"`          // digits printed after the point, in the unit
	Unit   string   `json:"unit"`            // percent, fraction, seconds, hours, usd, count, millions
	N      *int     `json:"n,omitempty"`     // denominator where the source states it
	Note   string   `json:"note,omitempty"`  // what a reader has to know
	Board  bool     `json:"board,omitempty"` // whether it makes a row of the leaderboard
}

// FigureSource is the source of reported results.
type FigureSource struct {
	ID        string `json:"id"`             // slug
	Benchmark string `json:"benchmark"`      // id
	Title     string `json:"title"`          // of the paper, report or site
	Citation  string `json:"citation"`       // as it is cited
	Version   string `json:"version"`        // edition, commit or day of retrieval
	Date      string `json:"date"`           // ISO date
	Note      string `json:"note,omitempty"` // what a reader has to know
}

// Model is a language model, or a scripted agent in its place.
type Model struct {
	ID       string   `json:"id"`                 // canonical slug
	Name     string   `json:"name"`               // for people
	Vendor   string   `json:"vendor,omitempty"`   // who makes it
	Aliases  []string `json:"aliases,omitempty"`  // other names that lead to it
	Scripted bool     `json:"scripted,omitempty"` // a script stands in the place of a model
}
