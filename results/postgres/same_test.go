package postgres

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/internal/pgtest"
	"github.com/clawatlas/clawatlas/internal/storetest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// What is written to both stores is the same in both, also what only one of them
// would take as it is.
func sameContent(t *testing.T, server *pgtest.Server, empty string) {
	file := must.Get(sqlite.OpenWriter(t.Context(), filepath.Join(t.TempDir(), "t.db")))(t)
	defer file.Close()
	want := contentOf(t, fileDump{file})
	got := contentOf(t, dumped{open(t, server, create(t, server, empty))})
	same(t, "content (-SQLite +PostgreSQL)", want, got)
	if len(want) < 20 {
		t.Errorf("only %d rows were compared", len(want))
	}
}

// fileDump is a database file whose content can be written as text.
type fileDump struct{ *sqlite.DB }

// Dump implements storetest.Store.
func (d fileDump) Dump(ctx context.Context, w io.Writer) error {
	return storetest.DumpFile(ctx, d.Path(), w)
}

// contentOf fills a store and gives its rows, but for what only one of them keeps.
func contentOf(t *testing.T, db storetest.Store) []string {
	t.Helper()
	storetest.Fill(t, db, 2)
	ctx := t.Context()
	list, _, err := db.Runs(ctx, results.RunFilter{Limit: 1})
	if err != nil || len(list) == 0 {
		t.Fatal(len(list), err)
	}
	const odd = "zero \x00, no text \xff, half a pair \xed\xa0\x80, 文本"
	run := list[0]
	run.Slug, run.Digest, run.Label, run.Facts = "odd", "odd", odd, map[string]string{"k": odd}
	tx := must.Get(db.BeginRun(ctx, &run))(t)
	defer tx.Rollback()
	no := false
	trial := &results.Trial{Scenario: "s1", Task: "q1", Attempt: 1, Status: results.Failed, Checks: []results.Check{{ID: "exec", Passed: &no, Detail: odd}}}
	step := &results.Step{Source: results.SourceAgent, Message: odd, ToolCalls: []results.ToolCall{{ID: "1", Name: odd, Arguments: []byte(`{"a":"\u0000\ud800"}`)}}}
	must.Do(t, tx.SaveTrial(ctx, trial))
	must.Do(t, tx.SaveStep(ctx, step))
	must.Do(t, tx.SaveWarning(ctx, results.Warning{File: odd, Message: odd}))
	must.Do(t, tx.Finish(ctx, &run, nil))
	var b bytes.Buffer
	must.Do(t, db.Dump(ctx, &b))
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	return slices.DeleteFunc(lines, func(line string) bool {
		table, _, _ := strings.Cut(line, "\t")
		return slices.Contains(elsewhere, table) || slices.Contains(ownTables, table)
	})
}

// elsewhere are the tables of the store in a file that this one has no rows for: the
// bodies lie in objects, and the index of texts is one of its own.
var elsewhere = []string{
	"raw_chunks", "trace_frames", "body_blocks",
	"step_text", "step_text_config", "step_text_data", "step_text_docsize", "step_text_idx",
}

// ownTables are those that only this store has, or has in its own way.
var ownTables = []string{"body_pieces", "dropped_objects", "run_objects", "schema_version", "step_text", "step_text_pieces"}
