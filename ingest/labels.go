package ingest

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// LabelsName is the name of an optional file next to the records with labels of trials. Its columns
// are trial (scenario/task or scenario/task#attempt), label, step (may be empty) and note.
const LabelsName = "clawatlas-labels.csv"

type labelKey struct {
	scenario, task string
	attempt        int
}

// readLabels reads the labels next to the item's records. For a run that is reread, it returns the
// stored labels.
func (w *writer) readLabels() (map[labelKey][]results.Label, []results.Warning, error) {
	if w.again != nil {
		return maps.Clone(w.again.labels), nil, nil
	}
	return readLabels(w.src.FS, w.red, w.item.Dir)
}

// readLabels reads the labels next to the item's records. Unusable lines become warnings.
func readLabels(fsys fs.FS, red Redact, dir string) (map[labelKey][]results.Label, []results.Warning, error) {
	if info, err := fs.Stat(fsys, dir); err == nil && !info.IsDir() {
		dir = path.Dir(dir) // the item is a file
	}
	name := path.Join(dir, LabelsName)
	f, err := fsys.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("open %s: %w", name, err)
	}
	defer f.Close()
	r := csv.NewReader(io.LimitReader(f, 16<<20))
	r.FieldsPerRecord = -1
	labels := map[labelKey][]results.Label{}
	var warnings []results.Warning
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return labels, warnings, nil
		}
		if err != nil {
			var pe *csv.ParseError
			if errors.As(err, &pe) {
				return labels, append(warnings, Warn(name, pe.Line, "labels after this line were not read: %v", pe.Err)), nil
			}
			return nil, nil, fmt.Errorf("read %s: %w", name, err)
		}
		line, _ := r.FieldPos(0)
		if line == 1 && len(row) > 0 && strings.EqualFold(strings.TrimPrefix(row[0], "\ufeff"), "trial") {
			continue
		}
		key, l, err := parseLabel(row)
		if err != nil {
			w := Warn(name, line, "label not used: %v", err)
			if red != nil {
				w.Message = string(red.Bytes([]byte(w.Message)))
			}
			warnings = append(warnings, w)
			continue
		}
		if red != nil {
			l.Label, l.Note = string(red.Bytes([]byte(l.Label))), string(red.Bytes([]byte(l.Note)))
		}
		labels[key] = append(labels[key], l)
	}
}

func unused(labels map[labelKey][]results.Label) []labelKey {
	return slices.SortedFunc(maps.Keys(labels), func(a, b labelKey) int {
		return cmp.Or(strings.Compare(a.scenario, b.scenario), strings.Compare(a.task, b.task), a.attempt-b.attempt)
	})
}

func parseLabel(row []string) (labelKey, results.Label, error) {
	var k labelKey
	var l results.Label
	if len(row) < 2 {
		return k, l, errors.New("expected trial,label,step,note")
	}
	trial, attempt, hasAttempt := strings.Cut(strings.TrimSpace(row[0]), "#")
	scenario, task, ok := strings.Cut(trial, "/")
	if !ok || !results.ValidSlug(scenario) || !results.ValidSlug(task) {
		return k, l, fmt.Errorf("%q is not scenario/task", row[0])
	}
	k = labelKey{scenario, task, 1}
	if hasAttempt {
		n, err := strconv.Atoi(attempt)
		if err != nil || n < 1 {
			return k, l, fmt.Errorf("attempt %q is not a positive integer", attempt)
		}
		k.attempt = n
	}
	if l.Label = strings.TrimSpace(row[1]); l.Label == "" {
		return k, l, errors.New("the label is empty")
	}
	if len(row) > 2 && strings.TrimSpace(row[2]) != "" {
		n, err := strconv.Atoi(strings.TrimSpace(row[2]))
		if err != nil || n < 1 {
			return k, l, fmt.Errorf("step %q is not a positive integer", row[2])
		}
		l.Step = n
	}
	if len(row) > 3 {
		l.Note = strings.TrimSpace(row[3])
	}
	return k, l, nil
}
