package objects_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/objects"
	"github.com/clawatlas/clawatlas/results/storetest"
)

// place is a store and the directory in which its objects are files.
type place struct {
	objects.Store
	dir string
}

// TestStores holds what every store of objects must keep to.
func TestStores(t *testing.T) {
	eachRule(t, func(t *testing.T) place {
		dir := filepath.Join(t.TempDir(), "bodies")
		return place{open(t, dir), dir}
	})
}

// TestBuckets does so in a bucket.
func TestBuckets(t *testing.T) {
	storetest.Wanted(t)
	g, n := storetest.StartGateway(t), 0
	eachRule(t, func(t *testing.T) place {
		n++
		prefix := fmt.Sprintf("/p%d/x", n)
		return place{open(t, g.Address("bodies"+prefix+"/")), g.Dir + prefix}
	})
	t.Run("refused", func(t *testing.T) { refusedBuckets(t, g) })
	t.Run("away", func(t *testing.T) { away(t, g) })
}

func eachRule(t *testing.T, make func(t *testing.T) place) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, place)
	}{
		{"ranges", ranges},
		{"put again", putAgain},
		{"listed", listed},
		{"parcels", parcels},
		{"damaged", damaged},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, make(t)) })
	}
}

func open(t *testing.T, address string) objects.Store {
	t.Helper()
	s := must.Get(objects.Open(t.Context(), address))(t)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func put(t *testing.T, s objects.Store, name, text string) {
	t.Helper()
	must.Do(t, s.Put(t.Context(), name, io.NewSectionReader(strings.NewReader(text), 0, int64(len(text)))))
}

func ranges(t *testing.T, s place) {
	ctx := t.Context()
	put(t, s, "a/b", "0123456789")
	for _, c := range []struct {
		from, size int64
		want       string
	}{{0, -1, "0123456789"}, {0, 10, "0123456789"}, {3, 4, "3456"}, {9, 1, "9"}, {4, -1, "456789"}, {10, -1, ""}, {10, 0, ""}} {
		if got, err := s.Range(ctx, "a/b", c.from, c.size); string(got) != c.want || err != nil {
			t.Errorf("%d bytes from %d are %q, %v", c.size, c.from, got, err)
		}
	}
	for _, c := range [][2]int64{{-1, 2}, {9, 2}, {11, -1}, {11, 1}, {1 << 62, 1 << 62}} {
		if got, err := s.Range(ctx, "a/b", c[0], c[1]); err == nil {
			t.Errorf("%d bytes from %d, which lie outside, are %q", c[1], c[0], got)
		}
	}
	if info, err := s.Stat(ctx, "a/b"); info.Size != 10 || time.Since(info.At).Abs() > time.Minute || err != nil {
		t.Errorf("%+v, %v", info, err)
	}
	for range 2 {
		if err := s.Delete(ctx, "a/b"); err != nil {
			t.Error(err)
		}
	}
	if _, err := s.Stat(ctx, "a/b"); !errors.Is(err, results.ErrNotFound) {
		t.Errorf("a deleted object: %v", err)
	}
	if _, err := s.Range(ctx, "a/b", 0, 3); !errors.Is(err, results.ErrNotFound) {
		t.Errorf("a part of a deleted object: %v", err)
	}
}

// putAgain puts what is there, and what is there and damaged.
func putAgain(t *testing.T, s place) {
	for _, before := range []string{"content", "c0ntent", "conten", ""} {
		must.Do(t, os.MkdirAll(filepath.Join(s.dir, "k"), 0o755))
		file := filepath.Join(s.dir, "k", "x")
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) { // with what a store notes of it
			t.Fatal(err)
		}
		must.Do(t, os.WriteFile(file, []byte(before), 0o644))
		put(t, s, "k/x", "content")
		if got, err := s.Range(t.Context(), "k/x", 0, -1); string(got) != "content" || err != nil {
			t.Errorf("over %q: %q, %v", before, got, err)
		}
	}
	if err := s.Put(t.Context(), "../outside", io.NewSectionReader(strings.NewReader("x"), 0, 1)); err == nil {
		t.Error("an object lies outside of the store")
	}
}

// listed are all objects and nothing beside them.
func listed(t *testing.T, s place) {
	want := []string{}
	for i := range 30 {
		name := fmt.Sprintf("k/%d/x%d", i%3, i)
		put(t, s, name, strings.Repeat("y", i+1))
		want = append(want, fmt.Sprintf("%s %d", name, i+1))
	}
	got := []string{}
	err := s.List(t.Context(), func(o objects.Info) error {
		if time.Since(o.At).Abs() > time.Minute {
			t.Errorf("%s is of %v", o.Name, o.At)
		}
		got = append(got, fmt.Sprintf("%s %d", o.Name, o.Size))
		return nil
	})
	slices.Sort(got)
	slices.Sort(want)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	stop := errors.New("enough")
	if err := s.List(t.Context(), func(objects.Info) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("a list that was ended: %v", err)
	}
	var files int
	if err := filepath.WalkDir(s.dir, func(_ string, f fs.DirEntry, err error) error {
		if err == nil && !f.IsDir() {
			files++
		}
		return err
	}); err != nil || files != len(want) {
		t.Errorf("%d files of %d objects, %v", files, len(want), err)
	}
}

// parcels give back each part, small ones and those that wait in a file, and none
// stays there. The same parts make the same name.
func parcels(t *testing.T, s place) {
	for _, size := range []int{1, 1 << 20} {
		dir := t.TempDir()
		p, q := objects.NewParcel(dir), objects.NewParcel(dir)
		var parts [][]byte
		var spans []objects.Span
		for i := range 9 {
			part := bytes.Repeat([]byte{byte(i)}, size)
			span := must.Get(p.Add(part))(t)
			must.Get(q.Add(part))(t)
			parts, spans = append(parts, part), append(spans, span)
		}
		for range 2 {
			must.Do(t, p.Send(t.Context(), s, "k"))
		}
		if p.Name("k") != q.Name("k") || p.Size() != int64(9*size) {
			t.Errorf("%s and %s of %d bytes", p.Name("k"), q.Name("k"), p.Size())
		}
		r := objects.NewReader(s, 1<<20)
		for range 2 {
			for i, span := range spans {
				if got, err := r.Read(t.Context(), p.Name("k"), span); err != nil || !bytes.Equal(got, parts[i]) {
					t.Errorf("part %d: %d bytes, %v", i, len(got), err)
				}
			}
		}
		if err := errors.Join(p.Drop(), p.Drop(), q.Drop()); err != nil {
			t.Error(err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	}
}

// damaged objects, and those that are gone, are said and never shown.
func damaged(t *testing.T, s place) {
	p := objects.NewParcel(t.TempDir())
	var spans []objects.Span
	for _, text := range []string{"first part", "second part"} {
		span := must.Get(p.Add([]byte(text)))(t)
		spans = append(spans, span)
	}
	must.Do(t, p.Send(t.Context(), s, "k"))
	file := filepath.Join(s.dir, filepath.FromSlash(p.Name("k")))
	for _, c := range []struct {
		what   string
		change func() error
		whole  bool // the first part is as it was
	}{
		{"an altered object", func() error { return os.WriteFile(file, []byte("first partsecond p4rt"), 0o644) }, true},
		{"a shortened object", func() error { return os.Truncate(file, 15) }, true},
		{"a missing object", func() error { return os.Remove(file) }, false},
	} {
		must.Do(t, c.change())
		r := objects.NewReader(s, 1<<20)
		if got, err := r.Read(t.Context(), p.Name("k"), spans[0]); c.whole != (err == nil) || c.whole && string(got) != "first part" {
			t.Errorf("%s, the part that is whole: %q, %v", c.what, got, err)
		}
		got, err := r.Read(t.Context(), p.Name("k"), spans[1])
		if err == nil || got != nil || errors.Is(err, results.ErrNotFound) {
			t.Errorf("%s: %q, %v", c.what, got, err)
		}
		if !errors.Is(err, results.ErrDamaged) {
			t.Errorf("%s: %v, want that it is damaged", c.what, err)
		}
	}
}

// refusedBuckets are addresses that are none, and buckets that are not for us. What is
// said of them has no key.
func refusedBuckets(t *testing.T, g *storetest.Gateway) {
	for _, c := range []struct {
		what, address, secret string
		want                  error
	}{
		{"no bucket of the name", g.Address("nowhere"), "", results.ErrNotFound},
		{"another key", g.Address("bodies"), "hunter2", results.ErrUnavailable},
		{"nobody there", "s3://bodies?endpoint=http://127.0.0.1:1", "", results.ErrUnavailable},
		{"no bucket", "s3://?endpoint=http://127.0.0.1:1", "", results.ErrInvalid},
		{"a key in the address", "s3://me:hunter2@bodies", "", results.ErrInvalid},
		{"an endpoint that is none", "s3://bodies?endpoint=hunter2", "", results.ErrInvalid},
		{"a parameter that is none", "s3://bodies?secret=hunter2", "", results.ErrInvalid},
		{"an address that is none", "s3://%zz:hunter2@/", "", results.ErrInvalid},
		{"another kind", "gs://bodies", "", results.ErrInvalid},
		{"nothing", "", "", results.ErrInvalid},
	} {
		t.Run(c.what, func(t *testing.T) {
			if c.secret != "" {
				t.Setenv("AWS_SECRET_ACCESS_KEY", c.secret)
			}
			s, err := objects.Open(t.Context(), c.address)
			if err == nil {
				s.Close()
			}
			if !errors.Is(err, c.want) || strings.Contains(fmt.Sprint(err), "hunter2") || strings.Contains(fmt.Sprint(err), "not-a-secret") {
				t.Error(err)
			}
		})
	}
	t.Run("no key", func(t *testing.T) {
		t.Setenv("AWS_ACCESS_KEY_ID", "")
		t.Setenv("AWS_SECRET_ACCESS_KEY", "")
		t.Setenv("HOME", t.TempDir())
		if _, err := objects.Open(t.Context(), g.Address("bodies")); !errors.Is(err, results.ErrInvalid) {
			t.Error(err)
		}
	})
}

// A store that goes away is said soon, and serves again when it is back.
func away(t *testing.T, g *storetest.Gateway) {
	s := open(t, g.Address("bodies/away"))
	put(t, s, "k/x", "content")
	g.Kill()
	start := time.Now()
	for what, ask := range map[string]func(context.Context) error{
		"range": func(ctx context.Context) error { _, err := s.Range(ctx, "k/x", 0, 3); return err },
		"stat":  func(ctx context.Context) error { _, err := s.Stat(ctx, "k/x"); return err },
		"put": func(ctx context.Context) error {
			return s.Put(ctx, "k/y", io.NewSectionReader(strings.NewReader("y"), 0, 1))
		},
		"delete": func(ctx context.Context) error { return s.Delete(ctx, "k/x") },
		"list":   func(ctx context.Context) error { return s.List(ctx, func(objects.Info) error { return nil }) },
	} {
		if err := ask(t.Context()); !errors.Is(err, results.ErrUnavailable) || strings.Contains(err.Error(), "127.0.0.1") {
			t.Errorf("%s while it is away: %v", what, err)
		}
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("said after %v", took)
	}
	g.Run(t)
	if got, err := s.Range(t.Context(), "k/x", 0, 3); string(got) != "con" || err != nil {
		t.Errorf("back: %q, %v", got, err)
	}
}
