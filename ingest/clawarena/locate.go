package clawarena

import (
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

type roundFiles struct {
	test, round string
	infer       string // path of infer_result.json; empty if missing
	scoring     string
}

type located struct {
	rounds  map[results.TaskName]*roundFiles
	report  string
	skipped []skip
}

type skip struct{ file, message string }

// locate walks a run's trees: infer, infer_<uuid> (possibly nested), scoring, or the run directory
// itself.
func locate(in *ingest.Input) (*located, error) {
	l := &located{rounds: map[results.TaskName]*roundFiles{}}
	roots := []string{in.Item.Dir}
	for i := 0; i < len(roots); i++ {
		entries, err := fs.ReadDir(in.FS, roots[i])
		if err != nil {
			return nil, fmt.Errorf("list %s: %w", roots[i], err)
		}
		for _, e := range entries {
			sub := path.Join(roots[i], e.Name())
			switch {
			case !e.IsDir():
			case isTreeName(e.Name()):
				roots = append(roots, sub)
			default:
				if err := l.test(in.FS, sub, e.Name()); err != nil {
					return nil, err
				}
			}
		}
	}
	for _, name := range []string{"report/report.json", "report.json"} {
		if info, err := fs.Stat(in.FS, in.Path(name)); err == nil && info.Mode().IsRegular() {
			l.report = in.Path(name)
			break
		}
	}
	return l, nil
}

// test collects the rounds in a test directory or in a group directory below it.
func (l *located) test(fsys fs.FS, dir, test string) error {
	rounds, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return fmt.Errorf("list %s: %w", dir, err)
	}
	for _, r := range rounds {
		if !r.IsDir() {
			continue
		}
		files, err := fs.ReadDir(fsys, path.Join(dir, r.Name()))
		if err != nil {
			return fmt.Errorf("list %s: %w", path.Join(dir, r.Name()), err)
		}
		records := 0
		for _, f := range files {
			if f.Name() == inferFile || f.Name() == scoringFile {
				records++
				l.add(test, r.Name(), path.Join(dir, r.Name(), f.Name()), f)
			}
		}
		if group := path.Join(dir, r.Name()); records == 0 && holdsRound(fsys, group) {
			if err := l.test(fsys, group, test); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *located) add(test, round, file string, e fs.DirEntry) {
	if !e.Type().IsRegular() {
		l.skipped = append(l.skipped, skip{file, "not a regular file, left out"})
		return
	}
	k := results.TaskName{Scenario: test, Task: round}
	r := l.rounds[k]
	if r == nil {
		r = &roundFiles{test: test, round: round}
		l.rounds[k] = r
	}
	slot := &r.infer
	if strings.HasSuffix(file, scoringFile) {
		slot = &r.scoring
	}
	if *slot != "" {
		l.skipped = append(l.skipped, skip{file, fmt.Sprintf("claims round %s/%s as %s does, left out", test, round, *slot)})
		return
	}
	*slot = file
}

func (l *located) tests() []string {
	set := map[string]bool{}
	var list []string
	for k := range l.rounds {
		if !set[k.Scenario] {
			set[k.Scenario] = true
			list = append(list, k.Scenario)
		}
	}
	sort.Slice(list, func(i, j int) bool { return naturalLess(list[i], list[j]) })
	return list
}

// naturalLess compares names so that numbers sort by value: q2 before q10.
func naturalLess(a, b string) bool {
	pa, na := splitNumber(a)
	pb, nb := splitNumber(b)
	switch {
	case pa != pb:
		return pa < pb
	case na != nb:
		return na < nb
	}
	return a < b
}

func splitNumber(s string) (string, int) {
	i := len(s)
	for i > 0 && s[i-1] >= '0' && s[i-1] <= '9' {
		i--
	}
	n := 0
	for _, c := range s[i:] {
		n = n*10 + int(c-'0')
		if n > 1<<30 {
			break
		}
	}
	return s[:i], n
}
