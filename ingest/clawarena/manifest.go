package clawarena

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sort"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// manifestFile is <framework>/manifest.json.
type manifestFile struct {
	Agents map[string]struct {
		Session string `json:"session"` // the agent's own, without its extension
	} `json:"agents"`
	Updates map[string]map[string]struct {
		Type     string           `json:"type"`
		Dir      string           `json:"dir"`
		Files    []jsontext.Value `json:"files"`
		Children []string         `json:"children"`
	} `json:"updates"`
}

// manifestName is where the dataset says that its manifest lies.
func (d *dataset) manifestName() string {
	name := "openclaw/manifest.json"
	if f, ok := d.tests.Frameworks["openclaw"]; ok && f.Manifest != "" {
		name = f.Manifest
	}
	return d.in.Path(name)
}

func (d *dataset) readManifest() error {
	name := d.manifestName()
	if !fs.ValidPath(name) {
		return fmt.Errorf("manifest path %q leaves the dataset: %w", name, results.ErrInvalid)
	}
	rec, err := d.record(name)
	if errors.Is(err, fs.ErrNotExist) {
		d.unmanifested = name
		return nil
	}
	if err != nil {
		return err
	}
	return rec.Decode(&d.manifest)
}

// missManifest tells of a manifest that is not there, if rounds have updates that
// it would say more of.
func (d *dataset) missManifest() {
	if d.unmanifested == "" || !slices.ContainsFunc(d.out.Tasks, func(t results.Task) bool { return len(t.Updates) > 0 }) {
		return
	}
	d.warn(d.unmanifested, "no manifest: updates are shown by their ids only")
}

func (d *dataset) undelivered(file, scenario string, delivered map[string]bool) {
	var lost []string
	for id, u := range d.manifest.Updates[scenario] {
		for _, c := range u.Children {
			if delivered[id] {
				delivered[c] = true
			} else if delivered[c] {
				delivered[id] = true // rounds may bind the members of a group one by one
			}
		}
	}
	for id := range d.manifest.Updates[scenario] {
		if !delivered[id] {
			lost = append(lost, id)
		}
	}
	if len(lost) > 0 {
		sort.Strings(lost)
		d.warn(file, "the manifest has updates that no round delivers: %s", strings.Join(lost, ", "))
	}
}

// update resolves an update id; a group stands for its children. Only the text
// of multi-choice rounds announces updates to the agent.
// above are the groups that it is a member of.
func (d *dataset) update(file, scenario string, r round, id string, above ...string) []results.Update {
	if slices.Contains(above, id) {
		d.warn(file, "round %s: the group of updates %s is a member of itself", r.ID, id)
		return nil
	}
	m, ok := d.manifest.Updates[scenario][id]
	if !ok && d.manifest.Updates != nil {
		d.warn(file, "round %s: the manifest lacks its update %s", r.ID, id)
	}
	u := results.Update{ID: id, Kind: m.Type, Dir: m.Dir, Announced: r.Type == results.KindMultiChoice}
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
	if f.Name == "" {
		f.Name = f.Target
	}
	return results.UpdateFile{Name: f.Name, Action: f.Action}
}
