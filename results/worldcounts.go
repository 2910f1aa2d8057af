package results

// WorldCounts are sums over changes. A file or chat counts once for each round before which it
// changes. Files and chats are never added.
type WorldCounts struct {
	Updates  int           `json:"updates"`         // rounds before which something changes
	Entries  int           `json:"entries"`         // updates by their ids; several may come before one round
	Objects  int           `json:"objects"`         // changed objects
	Effects  WorldEffects  `json:"effects"`         // what became of them
	Told     WorldTold     `json:"told"`            // how the agent learns of them from the round's own words
	Messages WorldMessages `json:"messages"`        // of the changed chats
	Appended WorldAppended `json:"called_appended"` // changes that the dataset's authors call appended
}

// WorldEffects counts changes by effect.
type WorldEffects struct {
	Files WorldEffect `json:"files"` // of the workspace
	Chats WorldEffect `json:"chats"` // sessions of other channels
}

// WorldEffect counts the changes of files, or of chats.
type WorldEffect struct {
	New      int `json:"new"`      // there was no such object
	Replaced int `json:"replaced"` // overwritten, whatever the authors call it
	Appended int `json:"appended"` // its end is new
	Inserted int `json:"inserted"` // something inside is new
	Deleted  int `json:"deleted"`  // lines were taken out
}

func (e WorldEffect) Total() int {
	return e.New + e.Replaced + e.Appended + e.Inserted + e.Deleted
}

// WorldTold counts changes by how the prompt mentions them.
type WorldTold struct {
	Files WorldTelling `json:"files"` // of the workspace
	Chats WorldTelling `json:"chats"` // sessions of other channels
}

// WorldTelling counts them for files, or for chats.
type WorldTelling struct {
	Named     int `json:"named"`     // the question or an option has the object's name
	Announced int `json:"announced"` // the question says only that something has changed
	Silent    int `json:"silent"`    // it says nothing
}

// WorldMessages counts messages of changed chats.
type WorldMessages struct {
	Gone    int `json:"gone"`    // that stood in the chat before and no longer do
	Added   int `json:"added"`   // that stand in it since
	Emptied int `json:"emptied"` // replaced chats of which no earlier message is left
}

// WorldAppended counts changed chats that the authors call appended.
type WorldAppended struct {
	Chats    int `json:"chats"`    // so called
	Replaced int `json:"replaced"` // of them, those that the harness overwrites
}

func CountWorld(changes []WorldChange) WorldCounts {
	n := WorldCounts{Objects: len(changes)}
	rounds, entries := map[string]bool{}, map[[2]string]bool{}
	for i := range changes {
		c := &changes[i]
		rounds[c.Round] = true
		for _, u := range c.Updates {
			entries[[2]string{c.Round, u}] = true
		}
		if c.Kind == "file" {
			n.Effects.Files.count(c)
			n.Told.Files.count(c)
			continue
		}
		n.Effects.Chats.count(c)
		n.Told.Chats.count(c)
		n.Messages.count(c)
		n.Appended.count(c)
	}
	n.Updates, n.Entries = len(rounds), len(entries)
	return n
}

func (e *WorldEffect) count(c *WorldChange) {
	switch c.Effect {
	case "new":
		e.New++
	case "replaced":
		e.Replaced++
	case "appended":
		e.Appended++
	case "inserted":
		e.Inserted++
	case "deleted":
		e.Deleted++
	}
}

func (t *WorldTelling) count(c *WorldChange) {
	switch c.Told {
	case "named":
		t.Named++
	case "announced":
		t.Announced++
	case "silent":
		t.Silent++
	}
}

func (m *WorldMessages) count(c *WorldChange) {
	m.Gone += c.Removed
	m.Added += c.Added
	if c.Effect == "replaced" && c.Kept == 0 && c.Removed > 0 {
		m.Emptied++
	}
}

func (a *WorldAppended) count(c *WorldChange) {
	if c.Author != "append" {
		return
	}
	a.Chats++
	if c.Effect == "replaced" {
		a.Replaced++
	}
}

// Add sums the counts of scenarios.
func (n *WorldCounts) Add(x WorldCounts) {
	n.Updates += x.Updates
	n.Entries += x.Entries
	n.Objects += x.Objects
	n.Effects.Files.add(x.Effects.Files)
	n.Effects.Chats.add(x.Effects.Chats)
	n.Told.Files.add(x.Told.Files)
	n.Told.Chats.add(x.Told.Chats)
	n.Messages.Gone += x.Messages.Gone
	n.Messages.Added += x.Messages.Added
	n.Messages.Emptied += x.Messages.Emptied
	n.Appended.Chats += x.Appended.Chats
	n.Appended.Replaced += x.Appended.Replaced
}

func (e *WorldEffect) add(x WorldEffect) {
	e.New += x.New
	e.Replaced += x.Replaced
	e.Appended += x.Appended
	e.Inserted += x.Inserted
	e.Deleted += x.Deleted
}

func (t *WorldTelling) add(x WorldTelling) {
	t.Named += x.Named
	t.Announced += x.Announced
	t.Silent += x.Silent
}
