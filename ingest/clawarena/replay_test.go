package clawarena_test

import (
	"bytes"
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
	"github.com/clawatlas/clawatlas/results/storetest"
)

const bossFile = "boss_im_5ba4976f-e34a-4fee-ad19-c39c49aecc59.jsonl"

func message(text string) string {
	return `{"type":"message","message":{"role":"user","content":"` + text + `"}}` + "\n"
}

// smallTree is the small dataset with the tree of its world, in which a round
// replaces a chat that its authors call appended, and adds to a file.
func smallTree(t *testing.T) fstest.MapFS {
	t.Helper()
	m := mutate(t, smallDataset(), edit{"data/small/eval/t1/questions.json", `"id": "q2", `,
		`"id": "q2", "update_ids": ["upd1_sessions", "upd1_workspace"], `},
		edit{"data/small/openclaw/manifest.json", `{"updates": {}}`, `{"agents": {"t1": {"session": "main_x"}}, "updates": {"t1": {
"upd1_sessions": {"type": "session", "dir": "updates/t1/upd1_sessions", "files": ["` + bossFile + `"]},
"upd1_workspace": {"type": "workspace", "dir": "updates/t1/upd1_workspace", "files": [{"name": "a.md", "action": "append"}]}}}}`})
	for name, text := range map[string]string{
		"workspaces/t1/a.md":                        "one\n",
		"workspaces/t1/b.md":                        "key sk-ant-api03-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA-AAAAAAAA\n",
		"state/agents/t1/sessions/" + bossFile:      message("hello") + message("old"),
		"state/agents/t1/sessions/sessions.json":    "{}",
		"state/agents/t1/sessions/main_x.jsonl":     "",
		"updates/t1/upd1_sessions/" + bossFile:      message("new"),
		"updates/t1/upd1_workspace/a.md":            "two\n",
		"updates/t1/UPDATE_SUMMARY.md":              "| Update | Session Append |\n|---|---|\n| U1 | Boss |\n",
		"updates/t1/upd1_workspace/not_bound_at.md": "no",
	} {
		m["data/small/openclaw/"+name] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
	}
	return m
}

func loadDataset(t *testing.T, db *sqlite.DB, m fstest.MapFS) ingest.DatasetReport {
	t.Helper()
	rep := ingesttest.Load(t, db, m, ingest.Identity{})
	if len(rep.Datasets) != 1 || len(rep.Refused) > 0 {
		t.Fatalf("report %+v, want one dataset", rep)
	}
	return rep.Datasets[0]
}

func dump(t *testing.T, db *sqlite.DB) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, storetest.Dump(t.Context(), db.Path(), &b))
	return b.String()
}

// The tree of a dataset is replayed and kept, redacted, and is no part of its
// digest. A dataset of which it was not known gets it when it comes with it, and
// no other tree takes its place.
func TestTreeIsKept(t *testing.T) {
	tree := smallTree(t)
	without := maps.Clone(tree)
	maps.DeleteFunc(without, func(name string, _ *fstest.MapFile) bool {
		return strings.Contains(name, "/workspaces/") || strings.Contains(name, "/state/")
	})
	db, later := ingesttest.Open(t), ingesttest.Open(t)
	whole, bare := loadDataset(t, db, tree), loadDataset(t, later, without)
	if whole.Digest != bare.Digest || len(whole.Digest) == 0 {
		t.Errorf("digest %s with its tree, %s without", whole.Digest, bare.Digest)
	}
	with := must.Get(db.FindBenchmark(t.Context(), "small"))(t)
	if plain, err := later.FindBenchmark(t.Context(), "small"); err != nil || plain.Digest != with.Digest {
		t.Errorf("the records have the digest %s with the tree, %s without, %v", with.Digest, plain.Digest, err)
	}
	if list, err := later.Worlds(t.Context(), "small"); err != nil || len(list) > 0 {
		t.Errorf("%d worlds without a tree, %v", len(list), err)
	}
	w := must.Get(db.FindWorld(t.Context(), "small", "t1"))(t)
	chat, file := w.Changes[0], w.Changes[1]
	if chat.Name != "boss_im" || chat.Round != "q2" || chat.Effect != "replaced" || chat.Author != "append" || chat.Removed != 2 ||
		chat.Added != 1 || chat.Told != "silent" {
		t.Errorf("chat %+v", chat)
	}
	if file.Effect != "appended" || string(file.Before) != "one\n" || string(file.After) != "one\ntwo\n" || w.Files != 2 || w.Chats != 1 {
		t.Errorf("file %+v in a world of %d files, %d chats", file, w.Files, w.Chats)
	}
	for _, x := range w.Start {
		if strings.Contains(string(x.Text), "sk-ant") {
			t.Errorf("%s is not redacted", x.Path)
		}
	}
	first := dump(t, db)
	if loadDataset(t, db, tree); dump(t, db) != first {
		t.Error("the same dataset again is another one")
	}
	other := mutate(t, tree, edit{"data/small/openclaw/workspaces/t1/a.md", "one", "another\nend"})
	if loadDataset(t, db, other); dump(t, db) != first {
		t.Error("another tree took the place of the one that is known")
	}
	loadDataset(t, later, tree)
	again, err := later.FindWorld(t.Context(), "small", "t1")
	if err != nil || !again.SameFacts(&w) || again.Changes[1].After == nil {
		t.Errorf("the tree that came later is not kept: %v", err)
	}
}

// Facts that are known hold against a tree that nobody vouches for.
func TestTreeAgainstFacts(t *testing.T) {
	db := ingesttest.Open(t)
	tree := smallTree(t)
	loadDataset(t, db, tree)
	w := must.Get(db.FindWorld(t.Context(), "small", "t1"))(t)
	facts := results.World{Scenario: "t1", Files: 7, Chats: w.Chats}
	for _, c := range w.Changes {
		facts.Changes = append(facts.Changes, c.Facts())
	}
	fresh := ingesttest.Open(t)
	d := must.Get(db.FindDataset(t.Context(), "small"))(t)
	d.Worlds = []results.World{facts}
	must.Do(t, fresh.SaveDataset(t.Context(), d))
	rep := ingesttest.Load(t, fresh, tree, ingest.Identity{})
	list, err := fresh.Worlds(t.Context(), "small")
	if err != nil || len(list) != 1 || list[0].HasTexts() {
		t.Errorf("worlds %v, %v; want the facts", list, err)
	}
	warned := false
	for _, x := range rep.Warnings {
		warned = warned || strings.Contains(x.Message, "the environment of t1 differs from the stored one")
	}
	if !warned {
		t.Errorf("no warning: %v", rep.Warnings)
	}
	facts.Files = w.Files
	must.Do(t, fresh.SaveWorlds(t.Context(), "small", []results.World{facts}))
	loadDataset(t, fresh, tree)
	if list, _ := fresh.Worlds(t.Context(), "small"); len(list) != 1 || !list[0].HasTexts() {
		t.Error("the tree that says the same as the facts is not kept")
	}
}
