package trace

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// tree records which lines of a session belong to its final branch. It needs only a few bytes per
// line.
type tree struct {
	parents   []int32 // index of the parent's line, or one of the constants below
	dropped   []bool  // whether a line is on an abandoned branch; nil if there are no such branches
	abandoned int
}

const (
	noParent = -1
	noID     = -2 // not part of the tree: a header, a damaged line, or a line of an older version
)

type link struct {
	Type   text           `json:"type"`
	ID     text           `json:"id"`
	Parent jsontext.Value `json:"parentId"`
}

func (r *reader) readTree(open Open) (*tree, error) {
	lines, err := open()
	if err != nil {
		return nil, err
	}
	defer closeLines(lines)
	t := &tree{}
	last := map[string]int32{}
	err = r.eachLine(lines, func(line []byte, n int) error {
		var l link
		at := int32(len(t.parents))
		if json.Unmarshal(line, &l, decoding()) != nil || l.Type == "session" || l.ID == "" {
			t.parents = append(t.parents, noID)
			return nil
		}
		parent := int32(noParent)
		if name := stringOf(l.Parent); name != "" {
			var ok bool
			if parent, ok = last[name]; !ok {
				r.repeated(n, "entry names a parent that is not before it; the entry before it is taken")
				parent = at - 1
			}
		} else if l.Parent == nil {
			parent = at - 1 // the file is not a tree, so each entry follows the previous one
		}
		t.parents = append(t.parents, parent)
		last[string(l.ID)] = at
		return nil
	})
	if err != nil {
		return nil, err
	}
	t.prune()
	r.sum.Abandoned = t.abandoned
	if t.abandoned > 0 {
		r.warn(0, "%d entries are on abandoned branches of the session: not shown as steps, and their tokens are counted once", t.abandoned)
	}
	return t, nil
}

// prune marks all entries as dropped that are not on the path from the last entry to the root. A
// parent always precedes its child, so the loop ends.
func (t *tree) prune() {
	on := make([]bool, len(t.parents))
	i := int32(len(t.parents)) - 1
	for i >= 0 && t.parents[i] == noID {
		i--
	}
	for i >= 0 {
		on[i] = true
		if t.parents[i] == noID { // parent of an entry whose link is broken
			i--
			continue
		}
		i = t.parents[i]
	}
	for j, parent := range t.parents {
		if parent == noID || on[j] {
			continue
		}
		if t.dropped == nil {
			t.dropped = make([]bool, len(t.parents))
		}
		t.dropped[j] = true
		t.abandoned++
	}
}

func (t *tree) kept(i int) bool {
	return t.dropped == nil || i >= len(t.dropped) || !t.dropped[i]
}
