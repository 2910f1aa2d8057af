package views

import "github.com/clawatlas/clawatlas/results/link"

// TrialQuery is link.TrialQuery.
type TrialQuery = link.TrialQuery
