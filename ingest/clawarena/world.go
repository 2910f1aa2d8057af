package clawarena

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/world"
)

// worldFile is an element of an update's list of files: a file name or a JSON object.
type worldFile struct {
	Name   string `json:"name"`
	Action string `json:"action"`
	Target string `json:"target"`
	Param  struct {
		After int              `json:"after"`
		Lines []jsontext.Value `json:"lines"`
	} `json:"param"`
}

// logs is the folder of the chats in layouts without sessions.
const logs = "message_logs/"

// readWorld reads a scenario's files and chats before its first round. It returns nil if the
// dataset lacks them.
func (d *dataset) readWorld(l *layout, scenario string) (map[world.ObjectID][]byte, error) {
	root := path.Dir(l.file)
	all := map[world.ObjectID][]byte{}
	for _, place := range []struct {
		kind world.Kind
		dir  string
	}{{world.File, path.Join(root, "workspaces", scenario)}, {world.Chat, path.Join(root, "state", "agents", scenario, "sessions")}} {
		err := fs.WalkDir(d.in.FS, place.dir, func(name string, e fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) && name == place.dir {
				return fs.SkipAll
			}
			if err != nil || !e.Type().IsRegular() {
				return err
			}
			rec, err := d.in.Record(name)
			if err != nil {
				return err
			}
			id := world.ObjectID{Kind: place.kind, Path: strings.TrimPrefix(name, place.dir+"/")}
			if strings.HasPrefix(id.Path, logs) {
				id.Kind = world.Chat
			}
			all[id] = rec.Data
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("read the environment of %s: %w", scenario, err)
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	return all, nil
}

// worldRounds lists a scenario's rounds, each with the updates before it. Only multi-choice
// questions announce updates.
func (d *dataset) worldRounds(l *layout, file, scenario string, rounds []round) []world.Round {
	list := make([]world.Round, len(rounds))
	for i, r := range rounds {
		list[i] = world.Round{Slug: r.ID, Question: r.Question, Options: slices.Sorted(maps.Values(r.Eval.Options)),
			Announced: r.Type == results.KindMultiChoice && len(r.UpdateIDs) > 0,
			Writes:    d.writes(l, file, scenario, r)}
	}
	return list
}

// writes lists the changes before a round in the order in which the harness applies them.
func (d *dataset) writes(l *layout, file, scenario string, r round) []world.Write {
	var list []world.Write
	bound := map[string]bool{}
	for _, id := range r.UpdateIDs {
		for _, key := range l.updateKeys(scenario, id) {
			if bound[key] {
				d.warn(file, "round %s lists the update %s twice: the harness applies it twice", r.ID, key)
			}
			bound[key] = true
			list = append(list, d.updateWrites(l, file, scenario, key, nil)...)
		}
	}
	return list
}

// shorthand matches an update number that refers to all updates with that number.
var shorthand = regexp.MustCompile(`^(?:[Uu](?:pd)?)?([0-9]+)$`)

// updateKeys returns the manifest keys for an update id: the id itself, or upd<n> and upd<n>_* if
// the id is only a number.
func (l *layout) updateKeys(scenario, id string) []string {
	known := l.manifest.Updates[scenario]
	m := shorthand.FindStringSubmatch(id)
	if _, ok := known[id]; ok || m == nil {
		return []string{id}
	}
	stem := "upd" + m[1]
	var keys []string
	for _, k := range slices.Sorted(maps.Keys(known)) {
		if k == stem || strings.HasPrefix(k, stem+"_") {
			keys = append(keys, k)
		}
	}
	return keys
}

// updateWrites lists the changes under one manifest key. The key may refer to a group of other
// keys.
func (d *dataset) updateWrites(l *layout, file, scenario, key string, above []string) []world.Write {
	u, ok := l.manifest.Updates[scenario][key]
	if !ok || slices.Contains(above, key) {
		return nil // unknown keys are reported with the tasks
	}
	var list []world.Write
	for _, c := range u.Children {
		list = append(list, d.updateWrites(l, file, scenario, c, append(above, key))...)
	}
	kind := world.File
	if updateKind(u.Type) == "session" {
		kind = world.Chat
	}
	for _, v := range u.Files {
		w, err := d.write(l, key, kind, u.Dir, v)
		if err != nil {
			d.warn(file, "update %s: %v", key, err)
			continue
		}
		list = append(list, w)
	}
	return list
}

func (d *dataset) write(l *layout, key string, kind world.Kind, dir string, v jsontext.Value) (world.Write, error) {
	f := worldFile{Action: world.ActionNew}
	if v.Kind() == '"' {
		if err := ingest.DecodeJSON("", v, 1, &f.Name); err != nil {
			return world.Write{}, err
		}
	} else if err := ingest.DecodeJSON("", v, 1, &f); err != nil {
		return world.Write{}, err
	}
	f.Target = cmp.Or(f.Target, f.Name)
	w := world.Write{Update: key, Object: world.ObjectID{Kind: kind, Path: path.Clean(f.Target)}, Action: f.Action, After: f.Param.After}
	if !fs.ValidPath(w.Object.Path) || w.Object.Path == "." {
		return w, fmt.Errorf("the target %q is outside the environment directory", f.Target)
	}
	for _, l := range f.Param.Lines {
		r, err := lineRange(l)
		if err != nil {
			return w, err
		}
		w.Lines = append(w.Lines, r)
	}
	if f.Action == world.ActionDelete {
		return w, nil
	}
	source := path.Join(path.Dir(l.file), dir, f.Name)
	if !fs.ValidPath(f.Name) || !fs.ValidPath(source) || !strings.HasPrefix(source, path.Dir(l.file)+"/") {
		return w, fmt.Errorf("the source %q is outside the dataset directory", f.Name)
	}
	rec, err := d.in.Record(source)
	if errors.Is(err, fs.ErrNotExist) {
		return w, fmt.Errorf("its source %s does not exist: the harness skips it", source)
	}
	if err != nil {
		return w, err
	}
	w.Data = rec.Data
	return w, nil
}

// lineRange parses the lines of a deletion: a number (from 1) or a half-open range "a:b" (from 0).
func lineRange(v jsontext.Value) (world.LineRange, error) {
	var text string
	if v.Kind() != '"' {
		n, err := strconv.Atoi(string(v))
		if err != nil || n < 1 {
			return world.LineRange{}, fmt.Errorf("%s is not a line number", v)
		}
		return world.LineRange{From: n - 1, To: n}, nil
	}
	if err := ingest.DecodeJSON("", v, 1, &text); err != nil {
		return world.LineRange{}, err
	}
	a, b, ok := strings.Cut(text, ":")
	from, err1 := strconv.Atoi(a)
	to, err2 := strconv.Atoi(b)
	if !ok || err1 != nil || err2 != nil || from < 0 || to < from {
		return world.LineRange{}, fmt.Errorf("%q is not a line range", text)
	}
	return world.LineRange{From: from, To: to}, nil
}
