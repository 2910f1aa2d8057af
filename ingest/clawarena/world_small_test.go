package clawarena

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/world"
)

// manifestOf makes a dataset of one scenario with a manifest and the given files.
func manifestOf(t *testing.T, manifest string, files ...string) *dataset {
	t.Helper()
	root := fstest.MapFS{"openclaw/manifest.json": {Data: []byte(manifest)}}
	for _, f := range files {
		root[f] = &fstest.MapFile{Data: []byte(f)}
	}
	d := &dataset{in: &ingest.Input{FS: root, Item: ingest.Item{Dir: "."}}}
	must.Do(t, d.readLayouts())
	return d
}

// Updates are bound by id, as a group or by the shorthand of their number; what is
// missing or would leave the dataset is skipped with a warning.
func TestWritesOfARound(t *testing.T) {
	d := manifestOf(t, `{"updates":{"s":{
  "upd1":{"type":"group","children":["upd1_sessions","upd1_workspace","upd1"]},
  "upd1_sessions":{"type":"session","dir":"updates/a","files":["c.jsonl",{"name":"d.jsonl","action":"append"}]},
  "upd1_workspace":{"type":"workspace","dir":"updates/b","files":[{"name":"x.md","action":"new","target":"deep/x.md"},"gone.md"]},
  "upd2_x":{"type":"workspace","dir":"updates/b","files":[{"name":"x.md","action":"delete","param":{"lines":[2,"4:6"]}}]},
  "bad":{"type":"workspace","dir":"../../b","files":["x.md","../x.md",{"name":"x.md","action":"new","target":"../up.md"},{"name":"x.md","action":"new","target":"/etc/x"}]}
}}}`, "openclaw/updates/a/c.jsonl", "openclaw/updates/a/d.jsonl", "openclaw/updates/b/x.md", "b/x.md")
	for ids, want := range map[string]string{
		"upd1":          "chat c.jsonl new, chat d.jsonl append, file deep/x.md new",
		"2":             "file x.md delete [{1 2} {4 6}]",
		"upd2":          "file x.md delete [{1 2} {4 6}]",
		"bad":           "",
		"upd9":          "",
		"upd2_x upd2_x": "file x.md delete [{1 2} {4 6}], file x.md delete [{1 2} {4 6}]",
	} {
		var got []string
		for _, w := range d.writes(&d.layout, "q", "s", round{ID: "q1", UpdateIDs: strings.Fields(ids)}) {
			line := fmt.Sprintf("%s %s %s", w.Object.Kind, w.Object.Path, w.Action)
			if w.Action == world.ActionDelete {
				line += fmt.Sprint(" ", w.Lines)
			}
			got = append(got, line)
		}
		must.Equal(t, want, strings.Join(got, ", "), "%s", ids)
	}
	var warned []string
	for _, w := range d.out.Warnings {
		warned = append(warned, w.Message)
	}
	for _, part := range []string{"gone.md does not exist", `the target "../up.md" is outside the environment directory`, `the target "../x.md" is outside the environment directory`,
		`the target "/etc/x" is outside the environment directory`, "lists the update upd2_x twice", `the source "x.md" is outside the dataset directory`} {
		if !slices.ContainsFunc(warned, func(s string) bool { return strings.Contains(s, part) }) {
			t.Errorf("no warning says %s: %q", part, warned)
		}
	}
}
