// Package formats lists the record formats. A new format requires one package and one line here.
package formats

import (
	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/boards"
	"github.com/clawatlas/clawatlas/ingest/clawarena"
	"github.com/clawatlas/clawatlas/ingest/clawmark"
	"github.com/clawatlas/clawatlas/ingest/harbor"
	"github.com/clawatlas/clawatlas/ingest/parquet"
	"github.com/clawatlas/clawatlas/ingest/published"
	"github.com/clawatlas/clawatlas/ingest/scorefile"
	"github.com/clawatlas/clawatlas/ingest/terminalbench"
	"github.com/clawatlas/clawatlas/ingest/transcripts"
)

// All returns every format, in the order in which they may claim a directory.
func All() []ingest.Format {
	list := []ingest.Format{
		published.Format{},
		clawarena.Format{},
		clawmark.Format{},
		harbor.Format{},
		parquet.Format{},
		terminalbench.Format{},
	}
	for _, f := range boards.All() {
		list = append(list, f)
	}
	return append(list, scorefile.Format{}, transcripts.Format{}) // last, because they claim files that no other format recognises
}
