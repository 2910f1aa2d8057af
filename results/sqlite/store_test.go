package sqlite

import (
	"context"
	"io"
	"testing"

	"github.com/clawatlas/clawatlas/internal/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Store { return dumped{open(t)} })
}

// dumped is a database whose content can be written as text.
type dumped struct{ *DB }

// Dump implements storetest.Store.
func (d dumped) Dump(ctx context.Context, w io.Writer) error {
	return storetest.DumpFile(ctx, d.path, w)
}
