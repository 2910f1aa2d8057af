package clawarena

import (
	"errors"
	"io/fs"
	"path"

	"github.com/clawatlas/clawatlas/results/world"
)

// worldMost is how many bytes all objects of a dataset may have before the first
// round and in updates, so that a tree of anything does not fill the memory.
const worldMost = 256 << 20

// addWorld replays what the updates of a scenario change. It does nothing where
// the dataset does not hold the tree of its world, and what cannot be read is a
// warning: no number of a run rests on it.
func (d *dataset) addWorld(file, scenario string, rounds []round) {
	initial, err := d.readWorld(scenario)
	if err != nil {
		d.warn(file, "%v", err)
		return
	}
	if initial == nil {
		return
	}
	list := d.worldRounds(file, scenario, rounds)
	if d.size += worldSize(initial, list); d.size > worldMost {
		d.warn(file, "the worlds up to that of %s have %d MB: it is left out, the limit is %d", scenario, d.size>>20, worldMost>>20)
		return
	}
	changes, problems := world.Replay(initial, list)
	for _, p := range problems {
		d.warn(file, "round %s: update %s: %s: the harness skips it: %s", list[p.Round].Slug, p.Update, p.Object.Path, p.Reason)
	}
	if len(changes) == 0 {
		return
	}
	w := world.Noun(scenario, initial, list, changes)
	own := world.ObjectID{Kind: world.Chat, Path: d.manifest.Agents[scenario].Session + ".jsonl"}
	if _, ok := initial[own]; ok {
		w.Chats-- // the agent's own session is no channel of others
	}
	words := d.authorWords(scenario, changes[0].Updates[0])
	for i := range changes {
		w.Changes[i].Author = words.of(&changes[i])
	}
	d.out.Worlds = append(d.out.Worlds, w)
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

// authorWords reads the authors' summary, which lies beside the folders of the
// updates.
func (d *dataset) authorWords(scenario, update string) authorWords {
	dir := path.Dir(path.Clean(d.manifest.Updates[scenario][update].Dir))
	name := path.Join(path.Dir(d.manifestName()), dir, authorFile)
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
