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

// enoughText is how many bytes the agent of a run must have written, in messages,
// arguments of tool calls and answers, for two equal runs to be the same run. Two
// honest runs that did next to nothing can be equal: those of agents that do
// nothing, and first trials of one task, which write some hundred bytes, at most
// 1,500 in the records at hand. Whole runs write from 8 KB to over a megabyte.
const enoughText = 4 << 10

// fingerprint gathers what tells two runs apart whatever their records are
// called, how they are laid out and when they were written: per trial the
// verdict, the choice and the answer. Where answers alone are too short to tell
// runs apart, what the agent said and did on the way counts too.
type fingerprint struct {
	sum     hash.Hash     // of what the agent said and did in the open trial
	out     *bufio.Writer // into sum
	text    int           // bytes of that, over all trials
	answers int           // bytes of answers, over all trials
	trials  []printed
}

// printed is one trial: its outcome, and what the agent did for it.
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

// step takes what an agent said and called, without times and ids. Once the
// answers are long enough to tell runs apart, nothing of it counts.
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

// byAnswers reports whether the answers so far tell runs apart.
func (f *fingerprint) byAnswers() bool { return f.answers >= enoughText }

// canonical writes arguments as they would be whoever wrote them: the order of
// members and the space between them say nothing.
func canonical(arguments []byte) []byte {
	v := jsontext.Value(bytes.Clone(arguments))
	if v.Canonicalize() != nil {
		return arguments
	}
	return v
}

// close ends the trial t.
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

// digest is the run's fingerprint, empty if its agent wrote too little.
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
