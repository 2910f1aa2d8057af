package postgres

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/clawatlas/clawatlas/internal/pgtest"
	"github.com/clawatlas/clawatlas/internal/storetest"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/objects"
)

// TestPostgres runs everything that needs a server, which is one for all.
func TestPostgres(t *testing.T) {
	pgtest.Wanted(t)
	server := pgtest.Start(t)
	empty := create(t, server, "")
	t.Run("references", func(t *testing.T) { refers(t, server, empty) })
	t.Run("opened at once", func(t *testing.T) { opensTogether(t, server) })
	t.Run("refused", func(t *testing.T) { refuses(t, server, empty) })
	t.Run("reader", func(t *testing.T) { readsOnly(t, server, empty) })
	t.Run("same as in a file", func(t *testing.T) { sameContent(t, server, empty) })
	t.Run("moment", func(t *testing.T) { readsMoment(t, server, empty) })
	t.Run("care", func(t *testing.T) { cares(t, server) })
	t.Run("news", func(t *testing.T) { tells(t, server, empty) })
	t.Run("newest of usual and long texts", func(t *testing.T) { newestOfBoth(t, server, empty) })
	t.Run("bodies", func(t *testing.T) { keepsBodies(t, server, empty) })
	t.Run("rebuilding", func(t *testing.T) { rebuildsAlone(t, server, empty) })
	t.Run("cut off", func(t *testing.T) {
		t.Run("rebuilding", func(t *testing.T) { rebuildsNoMore(t, server, empty) })
		t.Run("deleting", func(t *testing.T) { deletesNoMore(t, server, empty) })
	})
	t.Run("tried again", func(t *testing.T) { triesAgain(t, server, empty) })
	t.Run("stored surely", func(t *testing.T) { storesSurely(t, server, empty) })
	t.Run("texts", func(t *testing.T) {
		storetest.RunSearcher(t, func(t *testing.T) storetest.Searcher {
			return textIndex{open(t, server, create(t, server, empty)).w}
		})
	})
	t.Run("store", func(t *testing.T) {
		storetest.Run(t, func(t *testing.T) storetest.Store {
			return dumped{open(t, server, create(t, server, empty))}
		})
	})
}

// dumped is a database whose content can be written as text.
type dumped struct{ *DB }

// Dump implements storetest.Store.
func (d dumped) Dump(ctx context.Context, w io.Writer) error {
	return storetest.DumpServer(ctx, d.config.ConnString(), w)
}

// create makes a database of the server, as a copy of another one if that is named,
// and returns its name.
func create(t *testing.T, server *pgtest.Server, template string) string {
	t.Helper()
	ctx := context.Background()
	admin := must.Get(pgx.Connect(ctx, server.Address("postgres")))(t)
	defer admin.Close(ctx)
	name := server.Name()
	q := "CREATE DATABASE " + name
	if template != "" {
		q += " TEMPLATE " + template
	}
	must.Get(admin.Exec(ctx, q))(t)
	return name
}

// open opens a database with its bodies in a directory of its own.
func open(t *testing.T, server *pgtest.Server, name string) *DB {
	t.Helper()
	bodies := must.Get(objects.OpenDir(t.TempDir()))(t)
	db := must.Get(Open(t.Context(), server.Address(name), bodies, t.TempDir()))(t)
	t.Cleanup(func() {
		if err := errors.Join(db.Close(), bodies.Close()); err != nil {
			t.Error(err)
		}
	})
	return db
}
