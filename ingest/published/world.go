package published

import (
	"fmt"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// worldFile describes the changes that updates make in the scenarios of a benchmark, without the
// texts. testBundledWorld generates the bundled file from a dataset's tree.
type worldFile struct {
	Benchmark string       `json:"benchmark"`
	Source    string       `json:"source"` // location of the dataset's tree
	Worlds    []worldEntry `json:"worlds"`
}

type worldEntry struct {
	Scenario string                `json:"scenario"`
	Layout   string                `json:"layout"` // harness layout in which the changes are described
	Files    int                   `json:"files"`  // number of files before the first round
	Chats    int                   `json:"chats"`
	Layouts  []results.WorldLayout `json:"layouts"` // number of changes in each harness layout
	Changes  []changeEntry         `json:"changes"`
}

// changeEntry is the JSON form of results.WorldChange in a bundle.
type changeEntry struct {
	Round   string   `json:"round"`
	Updates []string `json:"updates"`
	Kind    string   `json:"kind"`
	Path    string   `json:"path"`
	Name    string   `json:"name"`
	Effect  string   `json:"effect"`
	Told    string   `json:"told"`
	Author  string   `json:"author,omitempty"`
	Had     int      `json:"had"` // number of lines or messages in the file or chat before the change
	Removed int      `json:"removed"`
	Added   int      `json:"added"`
	Kept    int      `json:"kept"`
}

func (b *Bundle) readWorlds(in *ingest.Input, name string) error {
	var file worldFile
	if err := decode(in, name, &file); err != nil {
		return err
	}
	d, ok := b.dataset(file.Benchmark)
	if !ok {
		return fmt.Errorf("%s: the bundle contains no dataset for %q: %w", in.Path(name), file.Benchmark, results.ErrInvalid)
	}
	for _, w := range file.Worlds {
		d.Worlds = append(d.Worlds, w.world())
	}
	return nil
}

func (w *worldEntry) world() results.World {
	x := results.World{Scenario: w.Scenario, Layout: w.Layout, Layouts: w.Layouts, Files: w.Files, Chats: w.Chats}
	for _, c := range w.Changes {
		x.Changes = append(x.Changes, results.WorldChange{
			WorldObject: results.WorldObject{Kind: c.Kind, Path: c.Path, Name: c.Name}, Round: c.Round, Updates: c.Updates,
			Effect: c.Effect, Told: c.Told, Author: c.Author, Had: c.Had, Removed: c.Removed, Added: c.Added, Kept: c.Kept,
		})
	}
	return x
}
