package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// CopyStore is a store that copies are made of and into.
type CopyStore interface {
	Store
	sqlstore.Source
	CopyFrom(ctx context.Context, from sqlstore.Source, tell func(done, all int)) (sqlstore.Copied, error)
	HalfCopied(ctx context.Context) (bool, error)
	OnlyCopied(ctx context.Context) (bool, error)
	SaveNote(ctx context.Context, key, value string) error
}

// copyOf are the tests of the suite that together leave rows of all kinds.
var copyOf = []string{
	"worlds", "agents", "scenes", "looks", "whys", "overviews", "failures", "models", "figures", "run", "trial", "records",
	"search of calls", "scores", "boards", "states of boards without a run", "cases", "hidden", "withdrawn", "open syncs",
}

// RunCopies holds what copies from one store into another one must keep to. first and
// second make empty ones that are closed after t. What is copied there and back is as
// it was: the content of all these tests, or of those that are named.
func RunCopies(t *testing.T, first, second func(t *testing.T) CopyStore, only ...string) {
	if len(only) == 0 {
		only = copyOf
	}
	for _, test := range suite {
		if !slices.Contains(only, test.name) {
			continue
		}
		t.Run("of "+test.name, func(t *testing.T) {
			from := first(t)
			test.run(t, from)
			there, back := second(t), first(t)
			copied(t, there, from)
			copied(t, back, there)
			sameDump(t, back, from)
		})
	}
	t.Run("broken off", func(t *testing.T) { copyBrokenOff(t, first(t), second, first(t)) })
	t.Run("later", func(t *testing.T) { copyLater(t, first(t), second(t), first(t)) })
	t.Run("refused", func(t *testing.T) { copyRefused(t, first, second) })
	t.Run("goes on", func(t *testing.T) { copyGoesOn(t, first(t), second(t)) })
}

func copied(t *testing.T, to, from CopyStore) sqlstore.Copied {
	t.Helper()
	n := found(to.CopyFrom(t.Context(), from, func(int, int) {}))(t)
	if half := found(to.HalfCopied(t.Context()))(t); half {
		t.Error("a copy that has come to its end is not whole")
	}
	return n
}

func sameDump(t *testing.T, got, want Store) {
	t.Helper()
	if diff := cmp.Diff(lines(dumped(t, want)), lines(dumped(t, got))); diff != "" {
		t.Errorf("(-source +copy):\n%.3000s", diff)
	}
}

// runsOf are the slugs of all that readers see.
func runsOf(t *testing.T, db Store) (list []string) {
	t.Helper()
	runs, _, err := db.Runs(t.Context(), results.RunFilter{Limit: 100})
	must(t, err)
	for _, r := range runs {
		list = append(list, r.Slug)
	}
	slices.Sort(list)
	return list
}

// copyBrokenOff ends copies behind each run. Readers see whole runs; the same copy again
// writes those that are missing.
func copyBrokenOff(t *testing.T, from CopyStore, open func(t *testing.T) CopyStore, back CopyStore) {
	const runs = 4
	filled(t, from, runs)
	must(t, from.HideRun(t.Context(), "run2", true))
	for n := 1; n < runs; n++ {
		to := open(t)
		ctx, cancel := context.WithCancel(t.Context())
		_, err := to.CopyFrom(ctx, from, func(done, all int) {
			if all != runs {
				t.Errorf("run %d of %d, want %d", done, all, runs)
			}
			if done == n {
				cancel()
			}
		})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("%v of a copy that was broken off", err)
		}
		if half := found(to.HalfCopied(t.Context()))(t); !half {
			t.Error("a copy that was broken off is whole")
		}
		want := []string{"run1", "run3"}[:(n+1)/2]
		if got := runsOf(t, to); !slices.Equal(got, want) {
			t.Errorf("%q after %d runs, want %q", got, n, want)
		}
		before := found(to.Revisions(t.Context()))(t)
		if got := copied(t, to, from); got.Runs != runs || got.Written != runs-n || got.Gone != 0 {
			t.Errorf("%+v after %d runs", got, n)
		}
		if after := found(to.Revisions(t.Context()))(t); after.ID != before.ID || after.Benchmarks[bench] == before.Benchmarks[bench] {
			t.Error("pages of before would be taken for those of the whole copy")
		}
		if n == 1 {
			copied(t, back, to)
			sameDump(t, back, from)
		}
	}
}

// copyLater copies what has changed since the first copy, and nothing twice.
func copyLater(t *testing.T, from, to, back CopyStore) {
	ctx := t.Context()
	filled(t, from, 4)
	if n := copied(t, to, from); n.Written != 4 || n.Rows < 30 || n.Bodies != 4 || n.Bytes == 0 {
		t.Errorf("first %+v", n)
	}
	before := found(to.Revisions(ctx))(t)
	if n := copied(t, to, from); n.Written != 0 || n.Gone != 0 {
		t.Errorf("again %+v", n)
	}
	if after := found(to.Revisions(ctx))(t); !cmp.Equal(after, before) {
		t.Errorf("revisions %v of what has not changed, were %v", after, before)
	}
	must(t, from.HideRun(ctx, "run1", true))
	must(t, from.RemoveRun(ctx, "run2"))
	must(t, from.WithdrawRun(ctx, "run3", "why", 5000))
	must(t, write(ctx, from, named("run5"), trialOf{"q1", results.Passed, says("common word5")}))
	must(t, from.SaveNote(ctx, "k", "v"))
	if n := copied(t, to, from); n.Runs != 3 || n.Written != 2 || n.Gone != 3 {
		t.Errorf("later %+v", n)
	}
	if got := runsOf(t, to); !slices.Equal(got, []string{"run4", "run5"}) {
		t.Errorf("later %q", got)
	}
	copied(t, back, to)
	sameDump(t, back, from)
}

// copyRefused holds that a copy spoils nothing that it cannot replace.
func copyRefused(t *testing.T, first, second func(t *testing.T) CopyStore) {
	ctx := t.Context()
	from := first(t)
	filled(t, from, 2)
	refuses := func(what string, to, from CopyStore, says string) {
		t.Helper()
		before := found(to.Revisions(ctx))(t)
		_, err := to.CopyFrom(ctx, from, func(int, int) {})
		if !errors.Is(err, results.ErrConflict) || !strings.Contains(fmt.Sprint(err), says) {
			t.Errorf("%s: %v, want %s", what, err, says)
		}
		if after := found(to.Revisions(ctx))(t); !cmp.Equal(after, before) {
			t.Errorf("%s: it was written to", what)
		}
	}
	refuses("itself", from, from, "the same database")
	own := second(t)
	must(t, own.SaveDataset(ctx, dataset("other")))
	refuses("other content", own, from, "content of its own")
	to := second(t)
	onlyCopied := func(want bool) {
		t.Helper()
		if is := found(to.OnlyCopied(ctx))(t); is != want {
			t.Errorf("only copied: %v", is)
		}
	}
	onlyCopied(false)
	copied(t, to, from)
	onlyCopied(true)
	refuses("a copy of another one", to, first(t), "another database")
	must(t, to.HideRun(ctx, "run1", true))
	onlyCopied(false)
	refuses("one that was written to", to, from, "has been written to since")

	half := second(t)
	broken, cancel := context.WithCancel(ctx)
	_, err := half.CopyFrom(broken, from, func(int, int) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	refuses("one that is not whole as source", first(t), half, "not whole")

	meanwhile := second(t)
	_, err = meanwhile.CopyFrom(ctx, from, func(done, _ int) {
		if done == 1 {
			must(t, meanwhile.SaveNote(ctx, "k", "v"))
		}
	})
	if !errors.Is(err, results.ErrConflict) || !strings.Contains(err.Error(), "meanwhile") {
		t.Errorf("another program has written at the same time: %v", err)
	}
}

// copyGoesOn holds that a copy is a store as others are, whose keys go on.
func copyGoesOn(t *testing.T, from, to CopyStore) {
	ctx := t.Context()
	filled(t, from, 3)
	must(t, from.RemoveRun(ctx, "run3")) // its key is given no second time
	gone := found(from.FindRun(ctx, "run2"))(t).ID + 1
	copied(t, to, from)
	for i := range 3 {
		must(t, write(ctx, to, named(fmt.Sprintf("new%d", i)), trialOf{"q1", results.Passed, says("more")}))
	}
	if id := found(to.FindRun(ctx, "new0"))(t).ID; id <= gone {
		t.Errorf("the key %d of a new run, %d was that of a removed one", id, gone)
	}
	must(t, to.SaveDataset(ctx, dataset("other")))
	must(t, to.RemoveRun(ctx, "run1"))
	if got := runsOf(t, to); len(got) != 4 {
		t.Errorf("%q", got)
	}
}
