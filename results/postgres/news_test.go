package postgres

import (
	"context"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/internal/pgtest"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/objects"
)

// Who follows a database is told of each change when it is there to be read, learns when
// nothing is told any more, and follows again when the server is back.
func tells(t *testing.T, server *pgtest.Server, empty string) {
	name := create(t, server, empty)
	w := open(t, server, name)
	bodies := must.Get(objects.OpenDir(t.TempDir()))(t)
	defer bodies.Close()
	db := must.Get(OpenReader(t.Context(), server.Address(name), bodies))(t)
	defer db.Close()
	ctx, stop := context.WithCancel(t.Context())
	news, ended := make(chan bool, 1000), make(chan bool)
	go func() { defer close(ended); db.Follow(ctx, func(told bool) { news <- told }) }()
	wait := func(want bool, what string) {
		t.Helper()
		for late := time.After(10 * time.Second); ; {
			select {
			case told := <-news:
				if told == want {
					return
				}
			case <-late:
				t.Fatalf("%s, and nobody is told", what)
			}
		}
	}
	wait(true, "it follows")
	for i, value := range []string{"a", "b", "c"} {
		must.Do(t, w.SaveNote(ctx, "n", value))
		wait(true, "a note has changed")
		if got, err := db.Note(ctx, "n"); got != value || err != nil {
			t.Errorf("change %d was told, and a reader has %q, %v", i, got, err)
		}
	}
	if _, err := w.w.ExecContext(ctx, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN clawatlas' OR wait_event = 'ClientRead' AND pid <> pg_backend_pid() AND datname = current_database()"); err != nil {
		t.Fatal(err)
	}
	wait(false, "the connection was cut off")
	wait(true, "it follows again")
	if err := w.SaveNote(ctx, "n", "d"); err != nil {
		if err = w.SaveNote(ctx, "n", "d"); err != nil { // its connection was cut off, too
			t.Fatal(err)
		}
	}
	wait(true, "a note has changed")
	stop()
	<-ended
}
