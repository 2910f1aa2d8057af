package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// timeFields are the only fields in which two runs of the agents may differ.
var timeFields = []string{"timestamp", "started_at", "finished_at", "generated_at", "duration_ms", "total_duration_ms", "durationMs"}

// promptStamp is the time that stands before a prompt.
var promptStamp = regexp.MustCompile(`^\[[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d UTC\] `)

// compareTrees lists the files in which two trees of records differ in more
// than times, and those that only one of them has.
func compareTrees(have, want string) ([]string, error) {
	a, err := normalTree(have)
	if err != nil {
		return nil, err
	}
	b, err := normalTree(want)
	if err != nil {
		return nil, err
	}
	var diffs []string
	for name, text := range a {
		other, ok := b[name]
		if !ok {
			diffs = append(diffs, name+": is no longer written")
		} else if text != other {
			diffs = append(diffs, fmt.Sprintf("%s: %s", name, firstDifference(text, other)))
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			diffs = append(diffs, name+": is missing")
		}
	}
	slices.Sort(diffs)
	return diffs, nil
}

// normalTree reads all files below dir. Where a time stood there is a mark; all
// other bytes, order and spacing too, are kept.
func normalTree(dir string) (map[string]string, error) {
	tree := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && p == dir {
			return fs.SkipAll
		}
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		text, err := withoutTimes(string(data))
		if err != nil {
			return fmt.Errorf("%s: %w", rel, err)
		}
		tree[filepath.ToSlash(rel)] = text
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read records: %w", err)
	}
	return tree, nil
}

var (
	timeLine = regexp.MustCompile(`^(\s*"(?:` + strings.Join(timeFields, "|") + `)": )("[^"]*"|[0-9.]+)(,?)$`)
	textLine = regexp.MustCompile(`^(\s*"text": )(".*")(,?)$`)
)

// withoutTimes works line by line, since each record has one field a line. A
// record that is no JSON is an error, not a text to compare.
func withoutTimes(text string) (string, error) {
	if !json.Valid([]byte(text)) {
		return "", errors.New("not valid JSON")
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if m := timeLine.FindStringSubmatch(line); m != nil {
			lines[i] = m[1] + "time" + m[3]
		} else if m := textLine.FindStringSubmatch(line); m != nil && promptStamp.MatchString(m[2][1:]) {
			lines[i] = m[1] + `"[time] ` + promptStamp.ReplaceAllString(m[2][1:], "") + m[3]
		}
	}
	return strings.Join(lines, "\n"), nil
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d is %s, now %s", i+1, strings.TrimSpace(x[i]), strings.TrimSpace(y[i]))
		}
	}
	return fmt.Sprintf("%d lines, now %d", len(x), len(y))
}
