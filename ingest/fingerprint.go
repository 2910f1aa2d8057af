package ingest

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// enoughText is the minimum number of bytes an agent must have written for equal fingerprints to
// mean the same run. Honest runs that did almost nothing can be equal. Those in the available
// records have at most 1,500 bytes, full runs at least 8 KB.
const enoughText = 4 << 10

// fingerprint identifies a run by its verdicts, choices and answers. It ignores names, directory
// layout and times. If the answers are short, it includes messages and tool calls.
type fingerprint struct {
	sum     hash.Hash     // hash of the agent's output in the current trial
	out     *bufio.Writer // buffered writer to the hash
	text    int           // number of bytes of agent output in all trials
	answers int           // number of bytes of answers in all trials
	trials  []printed
}

type printed struct{ outcome, work string }

func (f *fingerprint) field(s string) {
	if f.sum == nil {
		f.sum = sha256.New()
		f.out = bufio.NewWriterSize(f.sum, 4<<10)
	}
	f.out.WriteString(strconv.Itoa(len(s)))
	f.out.WriteByte(':')
	f.out.WriteString(s)
}

// step adds the agent's messages and tool calls unless the answers are long enough.
func (f *fingerprint) step(s *results.Step) {
	if s.Source != results.SourceAgent || s.Copied || f.byAnswers() {
		return
	}
	f.field(s.Message)
	f.text += len(s.Message)
	for i := range s.ToolCalls {
		c := &s.ToolCalls[i]
		f.field(c.Name)
		f.field(string(canonical(c.Arguments)))
		f.text += len(c.Arguments)
	}
}

func (f *fingerprint) byAnswers() bool { return f.answers >= enoughText }

// canonical formats JSON arguments without whitespace and with sorted keys.
func canonical(arguments []byte) []byte {
	v := jsontext.Value(bytes.Clone(arguments))
	if v.Canonicalize() != nil {
		return arguments
	}
	return v
}

func (f *fingerprint) close(t *results.Trial) {
	score, answer := "", ""
	if t.Score != nil {
		score = strconv.FormatFloat(*t.Score, 'g', -1, 64)
	}
	if t.Details.Answer != nil {
		answer = *t.Details.Answer
	}
	f.answers += len(answer)
	work := ""
	if f.sum != nil {
		f.out.Flush()
		work = hex.EncodeToString(f.sum.Sum(nil))
		f.sum.Reset()
	}
	outcome := fmt.Sprintf("%s/%s/%06d %s %s %x %q", t.Scenario, t.Task, t.Attempt, t.Status, score, sha256.Sum256([]byte(answer)),
		t.Selected)
	f.trials = append(f.trials, printed{outcome, work})
}

// digest returns the run's fingerprint. It is empty if the agent wrote too little.
func (f *fingerprint) digest() string {
	if f.answers+f.text < enoughText {
		return ""
	}
	slices.SortFunc(f.trials, func(a, b printed) int { return strings.Compare(a.outcome, b.outcome) })
	h := sha256.New()
	for _, t := range f.trials {
		io.WriteString(h, t.outcome+"\n")
		if !f.byAnswers() {
			io.WriteString(h, t.work+"\n")
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
