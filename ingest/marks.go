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
// Common phrases and single scores prove nothing. Without such a match, trials are copies if all
// scores between 0 and 1 of the two runs are the same and there are at least enoughScores of them.
const (
	longID       = 16  // minimum number of characters in a random id
	mixedID      = 4   // minimum number of alternations between letters and digits in a random id
	enoughWhole  = 600 // minimum number of bytes of messages, calls and tool results in a trace
	enoughPieces = 3   // minimum number of messages and calls in a trace
	marksKept    = 4   // maximum number of ids kept per trial
	enoughScores = 20  // minimum number of equal scores of trials without traces
)

// trialMarks holds digests that two trials share only if one is a copy of the other.
type trialMarks struct {
	Scenario, Task string
	IDs            []uint64 // smallest digests of the call ids, so that copies keep the same ones
	Whole          uint64   // digest of all messages, calls and tool results; 0 if they are too short
	Verdict        uint64   // digest of the task and its score, for a trial without a trace and a score strictly between 0 and 1; otherwise 0
}

type marker struct {
	trials        []trialMarks
	ids           []uint64
	whole         hash.Hash
	bytes, pieces int
	wrote         int // bytes of the agent's messages and calls
}

func (m *marker) step(s *results.Step) {
	if s.Source != results.SourceAgent || s.Copied {
		return
	}
	before := m.bytes
	m.text(s.Message)
	for i := range s.ToolCalls {
		c := &s.ToolCalls[i]
		if random(c.ID) {
			m.ids = append(m.ids, digestOf(c.ID))
		}
		m.text(string(c.Arguments))
	}
	m.wrote += m.bytes - before
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
	m.ids, m.bytes, m.pieces, m.wrote = nil, 0, 0, 0
	if m.whole != nil {
		m.whole.Reset()
	}
}

// least returns the smallest distinct digests. Even if a copy lost some ids, it still shares most
// of the smallest.
func least(list []uint64) []uint64 {
	slices.Sort(list)
	list = slices.Compact(list)
	return slices.Clone(list[:min(len(list), marksKept)])
}

func digestOf(s string) uint64 {
	sum := sha256.Sum256([]byte(s))
	return binary.LittleEndian.Uint64(sum[:]) | 1 // |1 because 0 means no digest
}

// random reports whether an id looks randomly generated. Counters and names occur in every run.
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
		return nil, fmt.Errorf("encode trial digests: %w", err)
	}
	return out.Bytes(), nil
}

func openMarks(data []byte) (list []trialMarks, err error) {
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&list); err != nil {
		return nil, fmt.Errorf("decode trial digests: %w", err)
	}
	return list, nil
}
