package board

import "github.com/clawatlas/clawatlas/results/report"

// CSVFloat writes an optional number for CSV as it is; absent stays empty.
func CSVFloat(v *float64) string { return report.Exact(v) }
