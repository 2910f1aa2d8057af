package views

import (
	"net/url"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/views/chart"
)

// Takeable is a chart with the addresses at which it can be taken from its page;
// csv is that of the page's own file with all that the chart depends on, empty
// where there is no server to answer.
func Takeable(csv, id string, d chart.Drawing) chart.Named {
	n := chart.Named{ID: id, Drawing: d}
	if csv != "" {
		n.CSV = AddQuery(csv, "chart", id)
		n.SVG = AddQuery(n.CSV, "format", "svg")
		n.PNG = AddQuery(n.CSV, "format", "png")
	}
	return n
}

// AddQuery adds one parameter to an address that link has made.
func AddQuery(at, key, value string) string {
	u, err := url.Parse(at)
	if err != nil {
		return at
	}
	u.RawQuery = link.With(u.Query(), key, value).Encode()
	return u.String()
}
