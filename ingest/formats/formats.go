// Package formats is the explicit list of record formats. A new format is one
// package and one line here.
package formats

import (
	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/clawarena"
	"github.com/clawatlas/clawatlas/ingest/clawmark"
	"github.com/clawatlas/clawatlas/ingest/harbor"
	"github.com/clawatlas/clawatlas/ingest/parquet"
	"github.com/clawatlas/clawatlas/ingest/published"
	"github.com/clawatlas/clawatlas/ingest/researchclaw"
	"github.com/clawatlas/clawatlas/ingest/scorefile"
	"github.com/clawatlas/clawatlas/ingest/terminalbench"
	"github.com/clawatlas/clawatlas/ingest/transcripts"
	"github.com/clawatlas/clawatlas/ingest/uniclaw"
)

// All lists every format in the order in which they may claim a directory.
func All() []ingest.Format {
	return []ingest.Format{
		published.Format{},
		published.SiteData{},
		clawarena.Format{},
		clawmark.Format{},
		harbor.Format{},
		parquet.Format{},
		terminalbench.Format{},
		uniclaw.Format{},
		researchclaw.Format{},
		scorefile.Format{},
		transcripts.Format{}, // last: it claims what no other format knows
	}
}
