package ingest

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"slices"
	"strconv"

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
// verdict, the choice, the answer and what the agent said and did.
type fingerprint struct {
	sum    hash.Hash     // of the open trial
	out    *bufio.Writer // into sum
	text   int           // bytes that the agent wrote, over all trials
	trials []string
}

func (f *fingerprint) field(s string) {
	if f.sum == nil {
		f.sum = sha256.New()
		f.out = bufio.NewWriterSize(f.sum, 4<<10)
	}
	f.out.WriteString(strconv.Itoa(len(s)))
	f.out.WriteByte(':')
	f.out.WriteString(s)
}

// step takes what an agent said and called, without times and ids.
func (f *fingerprint) step(s *results.Step) {
	if s.Source != results.SourceAgent || s.Copied {
		return
	}
	f.field(s.Message)
	f.text += len(s.Message)
	for i := range s.ToolCalls {
		c := &s.ToolCalls[i]
		f.field(c.Name)
		f.field(string(c.Arguments))
		f.text += len(c.Arguments)
	}
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
	for _, s := range append([]string{string(t.Status), score, answer}, t.Selected...) {
		f.field(s)
	}
	f.out.Flush()
	f.text += len(answer)
	f.trials = append(f.trials, fmt.Sprintf("%s/%s/%06d %x", t.Scenario, t.Task, t.Attempt, f.sum.Sum(nil)))
	f.sum.Reset()
}

// digest is the run's fingerprint, empty if its agent wrote too little.
func (f *fingerprint) digest() string {
	if f.text < enoughText {
		return ""
	}
	slices.Sort(f.trials)
	h := sha256.New()
	for _, t := range f.trials {
		io.WriteString(h, t+"\n")
	}
	return hex.EncodeToString(h.Sum(nil))
}
