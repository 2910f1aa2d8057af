package postgres

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/objects"
	"github.com/clawatlas/clawatlas/results/storetest"
)

// place is a store of objects and the directory in which they are files.
type place struct {
	objects.Store
	dir string
}

func openObjects(t *testing.T, address, dir string) place {
	t.Helper()
	s := must.Get(objects.Open(t.Context(), address))(t)
	t.Cleanup(func() { s.Close() })
	return place{s, dir}
}

// keepsBodies holds what is promised of bodies, in a directory and in a bucket.
func keepsBodies(t *testing.T, server *storetest.Server, empty string) {
	gateway := storetest.StartGateway(t)
	for _, c := range []struct {
		name string
		in   func(t *testing.T) place
	}{
		{"directory", func(t *testing.T) place { dir := t.TempDir(); return openObjects(t, dir, dir) }},
		{"bucket", func(t *testing.T) place {
			name := fmt.Sprintf("/p%d", time.Now().UnixNano())
			return openObjects(t, gateway.Address("bodies"+name), gateway.Dir+name)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Run("sent once", func(t *testing.T) { sentOnce(t, server, empty, c.in(t)) })
			t.Run("swept", func(t *testing.T) { swept(t, server, empty, c.in(t)) })
			t.Run("claimed", func(t *testing.T) { claimed(t, server, empty, c.in(t)) })
			t.Run("damaged", func(t *testing.T) { damagedBodies(t, server, empty, c.in(t)) })
		})
	}
}

func openWith(t *testing.T, server *storetest.Server, database string, in objects.Store) *DB {
	t.Helper()
	db := must.Get(Open(t.Context(), server.Address(database), in, t.TempDir()))(t)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// files are the objects of a place that runs may have.
func files(t *testing.T, in place) []string {
	t.Helper()
	list := []string{}
	if err := in.List(t.Context(), func(o objects.Info) error {
		if o.Name != claimName {
			list = append(list, o.Name)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

// A run has one object for its traces, whoever stores it, and it goes when no run has
// it any more.
func sentOnce(t *testing.T, server *storetest.Server, empty string, in place) {
	db, ctx := openWith(t, server, server.Create(t, empty), in), t.Context()
	fill(t, db, 2)
	before := files(t, in)
	if len(before) != 2 {
		t.Fatalf("two runs with a trace each have objects %v", before)
	}
	// The same traces as those of the first run.
	run := must.Get(db.FindRun(ctx, "run1"))(t)
	run.Slug, run.Digest = "twin", "digest of twin"
	storeSteps(t, db, &run, "common word1")
	if after := files(t, in); !slices.Equal(after, before) {
		t.Errorf("the same traces again have objects %v, before %v", after, before)
	}
	for _, c := range []struct {
		gone string
		left int
	}{{"run1", 2}, {"twin", 1}, {"run2", 0}} {
		must.Do(t, db.RemoveRun(ctx, c.gone))
		if left := files(t, in); len(left) != c.left {
			t.Errorf("after %s was removed there are objects %v, want %d", c.gone, left, c.left)
		}
	}
}

// Objects of no run go when they are old enough, and no others. One that goes before
// its run is stored is sent again.
func swept(t *testing.T, server *storetest.Server, empty string, in place) {
	name := server.Create(t, empty)
	db, ctx := openWith(t, server, name, in), t.Context()
	fill(t, db, 1)
	of := files(t, in)
	putText(t, in, "trace/aa/orphan", "of nobody")
	if n, err := db.Sweep(ctx, hour); n.Objects != 0 || err != nil {
		t.Errorf("%+v were swept that are new, %v", n, err)
	}
	if n, err := db.Sweep(ctx, 0); n != (objects.Swept{Objects: 1, Bytes: 9}) || err != nil {
		t.Errorf("%+v, %v; want the object of no run", n, err)
	}
	if left := files(t, in); !slices.Equal(left, of) {
		t.Errorf("objects %v, want %v", left, of)
	}

	slow := &slowStore{Store: in, after: func() {
		if n, err := db.Sweep(ctx, 0); n.Objects != 1 || err != nil {
			t.Errorf("%+v, %v; want what was sent and is of no run yet", n, err)
		}
	}}
	run := must.Get(db.FindRun(ctx, "run1"))(t)
	run.Slug, run.Digest = "late", "digest of late"
	storeSteps(t, openWith(t, server, name, slow), &run, "text of late")
	if slow.puts != 2 {
		t.Errorf("it was sent %d times, want again", slow.puts)
	}
	if got := readText(t, db, "late"); got != "text of late" {
		t.Errorf("read %q", got)
	}
}

// Who names the bodies of another database neither adds to them nor deletes any, and
// what is no body stays.
func claimed(t *testing.T, server *storetest.Server, empty string, in place) {
	ctx := t.Context()
	db := openWith(t, server, server.Create(t, empty), in)
	fill(t, db, 1)
	putText(t, in, "letters/mine", "of somebody")
	of := files(t, in)
	other := openWith(t, server, server.Create(t, ""), in)
	if n, err := other.Sweep(ctx, 0); n.Objects != 0 || !errors.Is(err, results.ErrInvalid) {
		t.Errorf("another database has swept %+v, %v", n, err)
	}
	fill(t, other, 0)
	run := must.Get(db.FindRun(ctx, "run1"))(t)
	run.Slug, run.Digest = "stranger", "digest of a stranger"
	if err := storeRun(ctx, other, &run, "text"); !errors.Is(err, results.ErrInvalid) {
		t.Errorf("another database has stored a run: %v", err)
	}
	if n, err := db.Sweep(ctx, 0); n.Objects != 0 || err != nil {
		t.Errorf("%+v were swept, %v", n, err)
	}
	if left := files(t, in); !slices.Equal(left, of) {
		t.Errorf("objects %v, want %v", left, of)
	}
}

// A missing or altered object is an error that says so, and is no text.
func damagedBodies(t *testing.T, server *storetest.Server, empty string, in place) {
	name := server.Create(t, empty)
	db := openWith(t, server, name, in)
	fill(t, db, 1)
	file := filepath.Join(in.dir, filepath.FromSlash(files(t, in)[0]))
	data := must.Get(os.ReadFile(file))(t)
	for what, damage := range map[string]func() error{
		"altered": func() error { data[len(data)/2] ^= 1; return os.WriteFile(file, data, 0o644) },
		"cut":     func() error { return os.Truncate(file, 3) },
		"missing": func() error { return os.Remove(file) },
	} {
		must.Do(t, os.WriteFile(file, data, 0o644))
		must.Do(t, damage())
		reader := must.Get(OpenReader(t.Context(), server.Address(name), in))(t) // it has kept nothing
		defer reader.Close()
		trial := must.Get(reader.FindTrial(t.Context(), "run1", "s1", "q1", 1))(t)
		rows := must.Get(reader.StepRows(t.Context(), &trial, 1, 10))(t)
		steps, err := reader.Steps(t.Context(), &trial, rows)
		if !errors.Is(err, results.ErrDamaged) || len(steps) > 0 {
			t.Errorf("%s: %d steps, %v", what, len(steps), err)
		}
	}
}
