package clawarena

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

type manifestFile struct {
	Agents map[string]struct {
		Session string `json:"session"` // file name of the agent's main session, without extension
	} `json:"agents"`
	Updates map[string]map[string]struct {
		Type     string           `json:"type"`
		Dir      string           `json:"dir"`
		Files    []jsontext.Value `json:"files"`
		Children []string         `json:"children"`
	} `json:"updates"`
}

// layout is the dataset's directory tree for one harness.
type layout struct {
	name     string // harness name, such as openclaw or claude-code
	manifest manifestFile
	file     string // path of the manifest
}

// ownLayout is the layout that every dataset includes.
const ownLayout = "openclaw"

// readLayouts reads the manifests of the dataset. The first layout (OpenClaw's if it exists)
// defines the updates.
func (d *dataset) readLayouts() error {
	names := slices.Sorted(maps.Keys(d.tests.Frameworks))
	names = append([]string{ownLayout}, slices.DeleteFunc(names, func(n string) bool { return n == ownLayout })...)
	for _, name := range names {
		file := cmp.Or(d.tests.Frameworks[name].Manifest, name+"/manifest.json")
		l := layout{name: results.NameID(name), file: d.in.Path(file)}
		if !fs.ValidPath(l.file) {
			return fmt.Errorf("manifest path %q is outside the dataset directory: %w", l.file, results.ErrInvalid)
		}
		read := d.in.Record
		if len(d.layouts) == 0 {
			read = d.record // only the manifest of the first layout is part of the dataset's digest
		}
		rec, err := read(l.file)
		if errors.Is(err, fs.ErrNotExist) {
			if name == ownLayout {
				d.unmanifested = l.file
			}
			continue
		}
		if err == nil {
			err = rec.Decode(&l.manifest)
		}
		if err != nil {
			return err
		}
		d.layouts = append(d.layouts, l)
	}
	if len(d.layouts) > 0 {
		d.unmanifested = ""
		d.layout = d.layouts[0]
	}
	return nil
}

// missManifest warns if the manifest is missing although rounds have updates.
func (d *dataset) missManifest() {
	if d.unmanifested == "" || !slices.ContainsFunc(d.out.Tasks, func(t results.Task) bool { return len(t.Updates) > 0 }) {
		return
	}
	d.warn(d.unmanifested, "no manifest: only the ids of updates are known")
}

func (d *dataset) undelivered(file, scenario string, delivered map[string]bool) {
	var lost []string
	for id, u := range d.layout.manifest.Updates[scenario] {
		for _, c := range u.Children {
			if delivered[id] {
				delivered[c] = true
			} else if delivered[c] {
				delivered[id] = true // rounds may also list the members of a group individually
			}
		}
	}
	for id := range d.layout.manifest.Updates[scenario] {
		if !delivered[id] {
			lost = append(lost, id)
		}
	}
	if len(lost) > 0 {
		sort.Strings(lost)
		d.warn(file, "the manifest contains updates that no round uses: %s", strings.Join(lost, ", "))
	}
}

// update resolves the id of an update or of a group of updates. above lists the ids of the
// enclosing groups. Only the prompts of multi-choice rounds announce updates.
func (d *dataset) update(file, scenario string, r round, id string, above ...string) []results.Update {
	if slices.Contains(above, id) {
		d.warn(file, "round %s: the update group %s contains itself", r.ID, id)
		return nil
	}
	m, ok := d.layout.manifest.Updates[scenario][id]
	if !ok && d.layout.manifest.Updates != nil {
		d.warn(file, "round %s: update %s is not in the manifest", r.ID, id)
	}
	u := results.Update{ID: id, Kind: updateKind(m.Type), Dir: m.Dir, Announced: r.Type == results.KindMultiChoice}
	for _, f := range m.Files {
		u.Files = append(u.Files, updateFile(f))
	}
	list := []results.Update{u}
	for _, c := range m.Children {
		list = append(list, d.update(file, scenario, r, c, append(above, id)...)...)
	}
	return list
}

func updateFile(v jsontext.Value) results.UpdateFile {
	var name string
	if ingest.DecodeJSON("", v, 1, &name) == nil {
		return results.UpdateFile{Name: name, Action: "new"}
	}
	var f struct {
		Name   string `json:"name"`
		Action string `json:"action"`
		Target string `json:"target"`
	}
	if err := ingest.DecodeJSON("", v, 1, &f); err != nil {
		return results.UpdateFile{Name: string(v), Action: "unknown"}
	}
	f.Name = cmp.Or(f.Name, f.Target)
	return results.UpdateFile{Name: f.Name, Action: f.Action}
}

// updateKind converts an update's type to our kind. Chat logs in the workspace have the kind of
// sessions.
func updateKind(kind string) string {
	if kind == "workspace_md" || kind == "workspace_jsonl" {
		return "session"
	}
	return kind
}
