package why

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
)

// countedFiles matches the message of a check that counts files. A found number of "fewer" marks a
// check that does not say how many it found, see silentCheck.
var countedFiles = regexp.MustCompile(`(?i)expected >= ?(\d+) (.{0,40}?)(?:file\(s\)|files?) in ([^\s,]+?)/?, found (\d+|fewer)`)

// fileCount is what a check that counts files says.
type fileCount struct {
	least string // minimum number of files
	kind  string // what is counted, such as "P2-compliant .json "
	in    string // directory, or the glob of a silent check
	found string // number of files, or "fewer" in a silent check
}

// fileCountIn parses the message of a check that counts files; nil for other messages.
func fileCountIn(text string) *fileCount {
	m := countedFiles.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	return &fileCount{least: m[1], kind: m[2], in: m[3], found: m[4]}
}

func (m *fileCount) silent() bool { return m.found == "fewer" }

// ext returns the extension of the counted files.
func (m *fileCount) ext() string {
	if m.silent() {
		return path.Ext(m.in)
	}
	return path.Ext(strings.TrimSpace(m.kind))
}

// has reports whether a file is in the directory that a check counts, with the extension that it
// counts.
func (m *fileCount) has(file string) bool {
	dir := m.in
	if m.silent() {
		dir = path.Dir(dir)
	}
	return path.Dir(file) == dir && path.Ext(file) == m.ext()
}

// fewFiles explains a check that counts files, including files of earlier tasks.
func (s *session) fewFiles(t *Turn, c *results.FailedCheck) *sentence {
	m := fileCountIn(c.Text)
	x := say(results.ReasonFile, "%s", strings.Replace(Count(c), "the check finds", "The check finds", 1))
	x.also(s.wroteNothing(t))
	before := s.countBefore(m)
	least, _ := strconv.Atoi(m.least)
	found, err := strconv.Atoi(m.found)
	fit, other := s.standing(m, before, err == nil && found == before.n)
	counted := len(fit)
	for _, name := range before.names {
		if !slices.ContainsFunc(s.touches, func(y files.Touch) bool { return y.Path == path.Join(m.in, name) }) {
			counted++ // no call is known to have written or removed it
		}
	}
	sure := err != nil || found == counted // the names explain the number that the check found
	switch {
	case len(other) == 0:
	case sure:
		x.also(say("", "%s (", path.Base(other[0].Path)).step(t, s.causeOf(other[0])).and(") has a name that it does not count"))
	case other[0].Trial == len(s.trials)-1:
		x.also(say("", "the agent wrote %s (", path.Base(other[0].Path)).step(t, s.causeOf(other[0])).and(")"))
	}
	for i, y := range fit {
		if i == 0 {
			verb := map[bool]string{true: "it counts", false: "the agent wrote"}[sure]
			x.also(say("", "%s %s (", verb, path.Base(y.Path)).step(t, s.causeOf(y)).and(")"))
		} else if countWords(x.text.String()) < wordsMost-5 {
			x.and(", %s (", path.Base(y.Path)).step(t, s.causeOf(y)).and(")")
		}
	}
	if least > 1 && max(counted, before.n)+len(other) < least {
		x.also(say("", "the check also counts files of earlier %ss", t.word()))
	}
	return x
}

// standing returns the agent's files among those that a check counts, the last one first: those
// with a name that it counts or has counted before, and the others. If the check still finds as
// many as before, files that were added since are among the others.
func (s *session) standing(m *fileCount, before count, same bool) (fit, other []*files.Touch) {
	seen := map[string]bool{}
	removed := false
	for i := len(s.touches) - 1; i >= 0; i-- {
		y := &s.touches[i]
		removed = removed || y.Op == files.Remove && y.Trial > before.trial && m.has(y.Path)
		if seen[y.Path] || !m.has(y.Path) {
			continue
		}
		if seen[y.Path] = true; y.Op == files.Remove || !s.made[y.Path] {
			continue
		}
		matched, _ := path.Match(m.in, y.Path)
		added := !slices.ContainsFunc(s.touches, func(z files.Touch) bool { return z.Path == y.Path && z.Trial <= before.trial })
		switch name := path.Base(y.Path); {
		case slices.Contains(before.names, name), matched:
			fit = append(fit, y)
		case !m.silent() && datedName.MatchString(name) && !(same && added && !removed):
			fit = append(fit, y)
		default:
			other = append(other, y)
		}
	}
	return fit, other
}

// count is what a check of an earlier trial found.
type count struct {
	trial, n int
	names    []string // base names of the files; nil if the check did not list them
}

// matchingFiles matches the output of a passed check that counts files.
var matchingFiles = regexp.MustCompile(`^OK \((\d+) matching file\(s\): ([^)]+)\)`)

// countBefore returns what the session's last earlier check of the same files found, and the names
// that the last one to list them listed.
func (s *session) countBefore(m *fileCount) count {
	c := count{trial: len(s.trials), n: -1}
	for i := len(s.trials) - 2; i >= 0 && c.names == nil; i-- {
		v, n, names := s.trials[i].Details.Verdict, "", []string(nil)
		if v == nil {
			continue
		}
		if x := matchingFiles.FindStringSubmatch(v.Stdout); x != nil && path.Ext(x[2]) == path.Ext(strings.TrimSpace(m.kind)) {
			n, names = x[1], strings.Split(x[2], ", ")
		} else if x := fileCountIn(v.Stdout); x != nil && x.kind == m.kind && x.in == m.in {
			n = x.found
		}
		if k, err := strconv.Atoi(n); err == nil && c.n < 0 {
			c.trial, c.n = i, k
		}
		c.names = names
	}
	return c
}

// datedName matches file names of the form that checks with naming rules ask for.
var datedName = regexp.MustCompile(`^\d{8}_[a-z0-9_]+\.\w+$`)

// Count states how many files a check found that counts files; empty for other checks.
func Count(c *results.FailedCheck) string {
	switch m := fileCountIn(c.Text); {
	case m == nil:
		return ""
	case !m.silent():
		return m.in + " has " + m.found + " of the " + m.least + " " + m.ext() + " files that the check counts"
	case m.least == "1":
		return "the check finds no file `" + m.in + "`"
	default:
		return "the check finds fewer than " + m.least + " files `" + m.in + "`"
	}
}

// complaint returns a clause with the message of a failed check.
func complaint(c *results.FailedCheck, most int) *sentence {
	if found := Count(c); found != "" {
		return say("", "%s", found)
	}
	return say("", "the check: “%s”", quote(c.Text, most))
}

// silentGlob matches a check that counts files and says nothing.
var silentGlob = regexp.MustCompile(`glob\.glob\('([^'*]*\*[^']*)'\)\); sys\.exit\(0 if (?:files|len\(files\) ?>= ?(\d+)) else 1\)`)

// silentCheck returns the failed check of a program that exited with 1 and wrote nothing, if its
// only exit is a count of files.
func (t *Turn) silentCheck() []results.FailedCheck {
	v, m := t.Trial.Details.Verdict, silentGlob.FindStringSubmatch(t.Task.Facts.Command)
	if v == nil || v.ExitCode == nil || *v.ExitCode != 1 || m == nil || strings.TrimSpace(v.Stdout+v.Stderr) != "" ||
		strings.Count(t.Task.Facts.Command, "sys.exit(") != 1 {
		return nil
	}
	return []results.FailedCheck{{Text: "expected >= " + cmp.Or(m[2], "1") + " files in " + m[1] + ", found fewer"}}
}
