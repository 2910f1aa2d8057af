package ingest

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"hash"
	"io"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

const markRules = "2"

// A trial is a copy if it shares a random call id or the entire trace with a different trial.
// Common phrases and equal scores prove nothing. Runs without traces are copies if they share
// enough scores between 0 and 1.
const (
	longID       = 16  // minimum number of characters
	mixedID      = 4   // minimum number of changes between letters and digits
	enoughWhole  = 600 // minimum bytes that an agent wrote and was shown in a trial
	enoughPieces = 3   // minimum number of messages and calls
	marksKept    = 4   // maximum number of ids per trial
	enoughScores = 20  // minimum number of trials without traces
)

// trialMarks are digests that only copied trials share.
type trialMarks struct {
	Scenario, Task string
	IDs            []uint64 // smallest call id digests, so that copies select the same ones
	Whole          uint64   // digest of everything the agent wrote and was shown; 0 if too short
	Verdict        uint64   // digest of a score between 0 and 1 with its task, for trials without a trace; otherwise 0
}

type marker struct {
	trials        []trialMarks
	ids           []uint64
	whole         hash.Hash
	bytes, pieces int
}

func (m *marker) step(s *results.Step) {
	if s.Source != results.SourceAgent || s.Copied {
		return
	}
	m.text(s.Message)
	for i := range s.ToolCalls {
		c := &s.ToolCalls[i]
		if random(c.ID) {
			m.ids = append(m.ids, digestOf(c.ID))
		}
		m.text(string(c.Arguments))
	}
	if s.Observation != nil {
		for i := range s.Observation.Results {
			m.text(s.Observation.Results[i].Content)
		}
	}
}

func (m *marker) text(x string) {
	if x == "" {
		return
	}
	if m.whole == nil {
		m.whole = sha256.New()
	}
	io.WriteString(m.whole, x)
	m.bytes += len(x)
	m.pieces++
}

func (m *marker) close(t *results.Trial) {
	x := trialMarks{Scenario: t.Scenario, Task: t.Task, IDs: least(m.ids)}
	if m.bytes >= enoughWhole && m.pieces >= enoughPieces {
		x.Whole = binary.LittleEndian.Uint64(m.whole.Sum(nil)) | 1
	}
	if m.pieces == 0 && t.Score != nil && *t.Score > 0 && *t.Score < 1 {
		x.Verdict = digestOf(fmt.Sprint(t.Scenario, "/", t.Task, " ", *t.Score))
	}
	m.trials = append(m.trials, x)
	m.ids, m.bytes, m.pieces = nil, 0, 0
	if m.whole != nil {
		m.whole.Reset()
	}
}

// least returns the smallest distinct marks, so that copies that lost some still share them.
func least(list []uint64) []uint64 {
	slices.Sort(list)
	list = slices.Compact(list)
	return slices.Clone(list[:min(len(list), marksKept)])
}

func digestOf(s string) uint64 {
	sum := sha256.Sum256([]byte(s))
	return binary.LittleEndian.Uint64(sum[:]) | 1 // never 0
}

// random reports whether an id was generated at random. Counters and names repeat in every run.
func random(id string) bool {
	if len(id) < longID {
		return false
	}
	changes, last := 0, 0
	for _, r := range id {
		kind := 0
		switch {
		case r >= '0' && r <= '9':
			kind = 1
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			kind = 2
		default:
			continue
		}
		if last != 0 && kind != last {
			changes++
		}
		last = kind
	}
	return changes >= mixedID
}

func packMarks(list []trialMarks) ([]byte, error) {
	var out bytes.Buffer
	if err := gob.NewEncoder(&out).Encode(list); err != nil {
		return nil, fmt.Errorf("write marks: %w", err)
	}
	return out.Bytes(), nil
}

func openMarks(data []byte) (list []trialMarks, err error) {
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&list); err != nil {
		return nil, fmt.Errorf("read marks: %w", err)
	}
	return list, nil
}
