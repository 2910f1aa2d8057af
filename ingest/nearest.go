package ingest

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// almost lists typical files of some formats with the reason why they are not sufficient.
func almost() []struct{ name, lack string } {
	return []struct{ name, lack string }{
		{"scoring.json", "a round of ClawArena lies in <run>/scoring/<test>/<round>"},
		{"infer_result.json", "a round of ClawArena lies in <run>/infer/<test>/<round>"},
		{"tests.json", "a dataset of ClawArena lists its tests there and has their questions in eval/<test>/questions.json"},
		{"questions.json", "a dataset of ClawArena has tests.json above its questions"},
		{"all_tests.json", "the original MetaClaw-Bench lists its tests there under test and has their questions in eval/<test>/questions.json"},
		{"task.toml", "a task of Harbor's has instruction.md or tests beside it"},
		{"trajectory.json", "a transcript in ATIF states schema_version and steps"},
		{"task.py", "a task of ClawMark defines stage0 and RUBRIC there, and a run of it leaves result.json"},
		{"result.json", "it has the keys of neither Harbor's nor ClawMark's results"},
		{"report.json", "a report alone has no verdicts that could be recomputed"},
	}
}

// kindsSeen is the maximum number of file kinds that a refusal names.
const kindsSeen = 4

// seen describes the content of a source without records and names the file closest to a record.
func seen(fsys fs.FS) string {
	files, kinds, first, known := 0, map[string]int{}, map[string]string{}, ""
	// An unreadable directory has already been reported as an error.
	_ = fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		kinds[cmp.Or(strings.ToLower(path.Ext(name)), "without extension")]++
		if _, ok := first[d.Name()]; !ok {
			first[d.Name()] = name
		}
		if known == "" {
			if is := NotReadKind(fsys, name); is != "" {
				known = name + " is " + is + readInstead
			}
		}
		return nil
	})
	if files == 0 {
		return "it contains no file"
	}
	said := fmt.Sprintf("it contains %s", Counted(files, "file"))
	names := slices.SortedFunc(maps.Keys(kinds), func(a, b string) int {
		return cmp.Or(cmp.Compare(kinds[b], kinds[a]),
			cmp.Compare(a, b))
	})
	var parts []string
	for i, name := range names {
		if i == kindsSeen {
			parts = append(parts, Counted(len(names)-i, "other kind"))
			break
		}
		parts = append(parts, fmt.Sprintf("%d %s", kinds[name], name))
	}
	said += " (" + strings.Join(parts, ", ") + ")"
	if known != "" {
		return said + "; " + known
	}
	for _, a := range almost() {
		if at, ok := first[a.name]; ok {
			return said + "; the nearest is " + at + ": " + a.lack
		}
	}
	return said
}

// Counted returns a count with its noun: "1 round", "337 rounds".
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
