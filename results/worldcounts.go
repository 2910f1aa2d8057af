package results

// WorldCounts counts the changes in an environment. A file or chat counts once for each round
// before which it changes. Files and chats are counted separately.
type WorldCounts struct {
	Updates  int           `json:"updates"` // number of rounds that are preceded by a change
	Entries  int           `json:"entries"` // number of updates, counted by id; several may precede one round
	Objects  int           `json:"objects"` // number of changed files and chats, each counted once per round before which it changes
	Effects  WorldEffects  `json:"effects"`
	Told     WorldTold     `json:"told"`            // numbers of changes by how the prompt mentions them
	Messages WorldMessages `json:"messages"`        // numbers of messages in the changed chats
	Appended WorldAppended `json:"called_appended"` // numbers of changed chats for which the dataset's authors state "append"
}

// WorldEffects holds the numbers of changes by effect, for files and chats.
type WorldEffects struct {
	Files WorldEffect `json:"files"` // files of the workspace
	Chats WorldEffect `json:"chats"` // agent sessions of other channels
}

// WorldEffect holds numbers of changes by effect.
type WorldEffect struct {
	New      int `json:"new"`      // number of changes that create a file or chat
	Replaced int `json:"replaced"` // number of changes that overwrite a file or chat, regardless of the authors' label
	Appended int `json:"appended"` // number of changes that add content at the end
	Inserted int `json:"inserted"` // number of changes that add content before the end
	Deleted  int `json:"deleted"`  // number of changes that remove lines
}

func (e WorldEffect) Total() int {
	return e.New + e.Replaced + e.Appended + e.Inserted + e.Deleted
}

// WorldTold holds the numbers of changes by how the prompt mentions them, for files and chats.
type WorldTold struct {
	Files WorldTelling `json:"files"` // files of the workspace
	Chats WorldTelling `json:"chats"` // agent sessions of other channels
}

// WorldTelling holds numbers of changes by how the prompt mentions them.
type WorldTelling struct {
	Named     int `json:"named"`     // number of changes for which the question or an option contains the name of the file or chat
	Announced int `json:"announced"` // number of changes for which the question states only that something has changed
	Silent    int `json:"silent"`    // number of changes that the question does not mention
}

// WorldMessages holds numbers of messages in changed chats.
type WorldMessages struct {
	Gone    int `json:"gone"`    // number of removed messages
	Added   int `json:"added"`   // number of added messages
	Emptied int `json:"emptied"` // number of replaced chats that keep none of their earlier messages
}

// WorldAppended holds the number of changed chats for which the dataset's authors state "append".
type WorldAppended struct {
	Chats    int `json:"chats"`
	Replaced int `json:"replaced"` // number of those chats that the harness overwrites instead
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

// Add adds the counts of another scenario.
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
