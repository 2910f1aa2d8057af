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

// almost lists typical files of some formats and explains why such a file alone is not a record.
func almost() []struct{ name, lack string } {
	return []struct{ name, lack string }{
		{"scoring.json", "a ClawArena round must be in <run>/scoring/<test>/<round>"},
		{"infer_result.json", "a ClawArena round must be in <run>/infer/<test>/<round>"},
		{"tests.json", "a ClawArena dataset lists its tests in this file and has their questions in eval/<test>/questions.json"},
		{"questions.json", "a ClawArena dataset has tests.json in a directory above its questions"},
		{"all_tests.json", "the original MetaClaw-Bench lists its tests in this file under \"test\" and has their questions in eval/<test>/questions.json"},
		{"task.toml", "a Harbor task also has instruction.md or tests in the same folder"},
		{"trajectory.json", "an ATIF transcript has schema_version and steps"},
		{"task.py", "a ClawMark task defines stage0 and RUBRIC in this file, and a run of it has result.json"},
		{"result.json", "it has the keys of neither Harbor's nor ClawMark's result files"},
		{"report.json", "a report without records cannot be verified"},
	}
}

// kindsSeen is the maximum number of file types listed in the reason for a refusal.
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

// Counted returns a number with its noun: "1 round", "337 rounds".
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
