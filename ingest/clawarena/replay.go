package clawarena

import (
	"bytes"
	"errors"
	"io/fs"
	"path"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/world"
)

// worldMost is the maximum total size of a dataset's files and chats in memory, in bytes.
const worldMost = 256 << 20

// addWorld replays a scenario's updates if the dataset includes the files. Errors become warnings
// because no score depends on the replay.
func (d *dataset) addWorld(file, scenario string, rounds []round) {
	initial, err := d.readWorld(&d.layout, scenario)
	if err != nil {
		d.warn(file, "%v", err)
		return
	}
	if initial == nil {
		return
	}
	list := d.worldRounds(&d.layout, file, scenario, rounds)
	if d.size += worldSize(initial, list); d.size > worldMost {
		d.warn(file, "the environments up to %s have %d MB in total, over the limit of %d: this one is skipped", scenario, d.size>>20, worldMost>>20)
		return
	}
	changes, problems := world.Replay(initial, list)
	for _, p := range problems {
		d.warn(file, "round %s: update %s of %s is skipped by the harness: %s", list[p.Round].Slug, p.Update, p.Object.Path, p.Reason)
	}
	if len(changes) == 0 {
		return
	}
	w := world.Noun(scenario, initial, list, changes)
	w.Layout = d.layout.name
	own := world.ObjectID{Kind: world.Chat, Path: d.layout.manifest.Agents[scenario].Session + ".jsonl"}
	if _, ok := initial[own]; ok {
		w.Chats-- // exclude the agent's main session
	}
	words := d.authorWords(scenario, changes[0].Updates[0])
	for i := range changes {
		w.Changes[i].Author = words.of(&changes[i])
	}
	w.Layouts = d.countLayouts(file, scenario, rounds, &w, initial, list, changes)
	d.out.Worlds = append(d.out.Worlds, w)
}

// countLayouts counts the changes in each harness layout, starting with the replayed one. Identical
// files are compared only once.
func (d *dataset) countLayouts(file, scenario string, rounds []round, w *results.World, initial map[world.ObjectID][]byte,
	list []world.Round, changes []world.Change) []results.WorldLayout {
	type place struct {
		round  int
		object world.ObjectID
	}
	known := map[place]int{}
	for i := range changes {
		known[place{changes[i].Round, changes[i].Object}] = i
	}
	same := func(c *world.Change) (results.WorldChange, bool) {
		i, ok := known[place{c.Round, c.Object}]
		if !ok || !bytes.Equal(c.Before, changes[i].Before) || !bytes.Equal(c.After, changes[i].After) {
			return results.WorldChange{}, false
		}
		return w.Changes[i], true
	}
	all := []results.WorldLayout{world.Layout(d.layout.name, initial, list, changes, same)}
	for i := 1; i < len(d.layouts); i++ {
		l := &d.layouts[i]
		initial, err := d.readWorld(l, scenario)
		if err != nil {
			d.warn(file, "%v", err)
		}
		if len(initial) == 0 {
			continue
		}
		list := d.worldRounds(l, file, scenario, rounds)
		if size := worldSize(initial, list); size > worldMost {
			d.warn(file, "the environment of %s for %s is %d MB, over the limit: skipped", scenario, l.name, size>>20)
			continue
		}
		changes, _ := world.Replay(initial, list)
		all = append(all, world.Layout(l.name, initial, list, changes, same))
	}
	return all
}

func worldSize(initial map[world.ObjectID][]byte, rounds []world.Round) int {
	n := 0
	for _, data := range initial {
		n += len(data)
	}
	for _, r := range rounds {
		for _, w := range r.Writes {
			n += len(w.Data)
		}
	}
	return n
}

func (d *dataset) authorWords(scenario, update string) authorWords {
	dir := path.Dir(path.Clean(d.layout.manifest.Updates[scenario][update].Dir))
	name := path.Join(path.Dir(d.layout.file), dir, authorFile)
	if !fs.ValidPath(name) {
		return authorWords{}
	}
	rec, err := d.in.Record(name)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			d.warn(name, "%v", err)
		}
		return authorWords{}
	}
	return readAuthor(string(rec.Data))
}
