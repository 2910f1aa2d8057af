package clawarena

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// fillScoring sets the verdict from scoring.json and checks it against the evidence: the answer and
// solution of a multiple-choice round, or the checker output of an exec check.
func (r *run) fillScoring(t *results.Trial, task *results.Task, d *roundData) {
	s := d.scoring
	if s == nil {
		t.Details.Signals = append(t.Details.Signals, "No readable scoring.json: this round has no verdict.")
		return
	}
	t.Details.Metrics = s.Metrics
	score, err := parseScore(s, t.Kind)
	if t.Score = score; err != nil {
		r.unreadable(t, d, err)
	}
	for _, kind := range d.kinds() {
		if kind != t.Kind {
			r.contradict(t, d, d.files.scoring, "question_type is %s, but the dataset's round is %s", kind, t.Kind)
			break
		}
	}
	if d.infer != nil && task != nil {
		r.checkQuestion(t, task, d)
		r.checkOrder(t, d)
	}
	if t.Kind == results.KindMultiChoice {
		r.checkChoice(t, task, d)
	} else if d.infer != nil {
		r.checkExec(t, task, d)
	}
	if d.infer == nil && t.Score != nil {
		r.reject(t, d.files.scoring, "score is %v, but there is no readable infer_result.json to support it", *t.Score)
	}
	if d.infer != nil {
		r.judged++
	}
	r.checkEvidence(t, task, d)
}

// parseScore accepts only 0 and 1 (ClawArena, arXiv 2604.04202, section on metrics), and fractions
// for choices scored by MetaClaw's own harness.
func parseScore(s *scoringRecord, kind string) (*float64, error) {
	raw := string(s.Score)
	switch {
	case raw == "":
		return nil, fmt.Errorf("it is missing")
	case s.Score.Kind() != '0':
		return nil, fmt.Errorf("%s is not a number", ingest.Scalar{Raw: s.Score})
	}
	x, err := strconv.ParseFloat(raw, 64)
	part := s.metaClaw() && kind == results.KindMultiChoice && x >= 0 && x <= 1
	if err != nil || x != 0 && x != 1 && !part {
		return nil, fmt.Errorf("%s is neither 0 nor 1", ingest.Scalar{Raw: s.Score})
	}
	return &x, nil
}

func (r *run) unreadable(t *results.Trial, d *roundData, err error) {
	x, number := (ingest.Scalar{Raw: d.scoring.Score}).Number()
	if number && (x < 0 || x > 1) || d.infer != nil && len(d.scoring.Score) > 0 && d.scoring.Score.Kind() != 'n' {
		r.contradict(t, d, d.files.scoring, "score: %v", err)
		return
	}
	r.reject(t, d.files.scoring, "score: %v", err)
}

// checkQuestion removes the verdict if the recorded question differs from the dataset's, apart from
// harness text around it. An unofficial dataset may be a different revision, so it only rejects
// questions of a different round there.
func (r *run) checkQuestion(t *results.Trial, task *results.Task, d *roundData) {
	sent := d.infer.Question
	if sent == "" {
		return
	}
	if !r.questions.Has(task.Name()) {
		r.checkPinned(t, task, d)
		return
	}
	vouched := r.dataset.Benchmark.Official
	switch of, ok := r.questions.Asks(task.Name(), sent); {
	case ok && of != task.Name():
		r.contradict(t, d, d.files.infer, "the recorded question belongs to another round, %s/%s", of.Scenario, of.Task)
	case !ok && vouched:
		r.contradict(t, d, d.files.infer, "the recorded question differs from the question in the dataset")
	case vouched:
		if more := r.beside(task, sent); more != "" {
			r.contradict(t, d, d.files.infer, otherWords, more)
		}
	}
}

// checkPinned does the same as checkQuestion for a dataset that contains only digests of its
// questions. It cannot check feedback before the question.
func (r *run) checkPinned(t *results.Trial, task *results.Task, d *roundData) {
	if task.Facts.Pinned == "" {
		return
	}
	behind, ok := results.PinnedQuestion(task.Facts.Pinned, d.infer.Question)
	switch more := besideHarness(behind); {
	case !ok:
		r.contradict(t, d, d.files.infer, "the recorded question differs from the question in the dataset")
	case more != "":
		r.contradict(t, d, d.files.infer, otherWords, more)
	}
}

// otherWords is the message about unexpected text in a recorded question.
const otherWords = "the recorded question contains text that is neither from the dataset nor from the harness: %q"

// checkOrder removes the verdict of a round that began before the previous round of its session.
func (r *run) checkOrder(t *results.Trial, d *roundData) {
	if prev := &r.prevTrial; r.prevTask != nil && t.StartedAt != nil && prev.StartedAt != nil && *t.StartedAt < *prev.StartedAt {
		r.contradict(t, d, d.files.infer, "it began %d s before round %s/%s, which precedes it", (*prev.StartedAt-*t.StartedAt)/1000,
			prev.Scenario, prev.Task)
	}
}

// checkTrace removes the verdict if the agent's messages contain answer boxes, but none with the
// recorded letters.
func (r *run) checkTrace(t *results.Trial, d *roundData) {
	var said []string
	for _, s := range d.steps {
		if s.Source != results.SourceAgent || s.Depth > 0 {
			continue
		}
		box := extract(s.Message)
		if slices.Equal(box, t.Selected) {
			return
		}
		said = append(said, box...)
	}
	if said != nil {
		r.contradict(t, d, d.files.infer, "the recorded answer gives %s, but the agent's messages give %s", set(t.Selected), set(upper(said)))
	}
}

// checkChoice compares the verdict on a multiple-choice round with the recorded answer and
// solution. A solution that differs from the dataset's is reported once for the entire run, because
// the run may use a different revision.
func (r *run) checkChoice(t *results.Trial, task *results.Task, d *roundData) {
	s := d.scoring
	extracted := upper(s.Extracted)
	if d.infer != nil && !slices.Equal(extracted, t.Selected) {
		r.contradict(t, d, d.files.scoring, "extracted_answer is %s, but the recorded answer gives %s", set(extracted), set(t.Selected))
	} else {
		t.Selected = extracted
	}
	t.Gold = upper(s.Correct)
	want := goldOf(task)
	if want != nil && t.Gold != nil && !slices.Equal(want, t.Gold) {
		r.note(t, d.files.scoring, "correct_answer is %s, but the dataset (revision %.8s) says %s: the run is of another revision",
			set(t.Gold), r.dataset.Benchmark.Digest, set(want))
	}
	if len(t.Gold) == 0 {
		r.reject(t, d.files.scoring, "no correct_answer is stated: the round was scored without its solution")
		t.Gold = want
	}
	exact := t.Selected != nil && slices.Equal(t.Selected, t.Gold)
	if s.metaClaw() && t.Score != nil && task != nil {
		if want := partialScore(task, t.Selected, t.Gold); math.Abs(*t.Score-want) > 1e-6 {
			r.contradict(t, d, d.files.scoring, "score is %v, but %s against the solution %s gives %.4f", *t.Score, set(t.Selected),
				set(t.Gold), want)
		}
	}
	if t.Score != nil && (*t.Score == 1) != exact {
		r.contradict(t, d, d.files.scoring, "score is %v, but %s against the solution %s is %s", *t.Score, set(t.Selected), set(t.Gold),
			map[bool]string{true: "right", false: "wrong"}[exact])
	}
	if m, stated := s.Metrics["exact_match"]; stated && t.Score != nil && (m == 1) != exact {
		r.contradict(t, d, d.files.scoring, "score is %v, but metrics.exact_match is %v", *t.Score, m)
	}
	if d.infer != nil && t.Selected != nil {
		r.checkTrace(t, d)
	}
	if d.infer != nil && d.infer.Inline != nil && t.Score != nil {
		r.checkInline(t, d, d.infer.Inline)
	}
}

// checkInline removes the verdict if it differs from the one recorded when the round ended.
func (r *run) checkInline(t *results.Trial, d *roundData, i *inlineScore) {
	file := d.files.infer
	if !i.Passed.Absent() && string(i.Passed.Raw) != strconv.FormatBool(*t.Score == 1) {
		r.contradict(t, d, file, "inline_score.passed is %s, but the score is %v", i.Passed.String(), *t.Score)
		return
	}
	if i.Selected != nil && !slices.Equal(upper(i.Selected), upper(append([]string{}, t.Selected...))) {
		r.contradict(t, d, file, "inline_score.selected is %s, but the recorded answer gives %s", set(upper(i.Selected)), set(t.Selected))
	}
}

// checkExec removes the verdict of an exec check if score, metrics, passed flag, exit code and
// expected output disagree, or if the checker's output is missing.
func (r *run) checkExec(t *results.Trial, task *results.Task, d *roundData) {
	if t.Score == nil {
		return
	}
	i := d.infer.Inline
	if i == nil {
		r.reject(t, d.files.infer, "score is %v, but there is no inline_score, the checker's verdict", *t.Score)
		return
	}
	passed, code := i.Passed.Bool(), i.ExitCode.Whole(math.MaxInt32)
	if passed == nil || code == nil && t.Kind == results.KindExecCheck {
		r.reject(t, d.files.infer, "score is %v, but the checker's recorded verdict is passed=%s, exit_code=%s", *t.Score,
			cmp.Or(i.Passed.String(), "absent"), cmp.Or(i.ExitCode.String(), "absent"))
		return
	}
	metric, stated := d.scoring.Metrics["passed"]
	agree := (*t.Score == 1) == *passed && (!stated || metric == *t.Score)
	if code != nil {
		agree = agree && exitAgrees(task, *passed, *code, i.Stdout)
	}
	if !agree {
		also := ""
		if stated {
			also = fmt.Sprintf(" and metrics.passed is %t", metric == 1)
		}
		r.contradict(t, d, d.files.scoring, "score is %v%s in scoring.json, but the checker's recorded verdict is passed=%t, exit_code=%s%s in "+
			"infer_result.json",
			*t.Score, also, *passed, cmp.Or(i.ExitCode.String(), "absent"), expectation(task))
	}
}

// exitAgrees applies the harness's rule (ClawArena, qtypes/command_check.py): a pass requires the
// expected exit code and, if the dataset states one, the expected output.
func exitAgrees(task *results.Task, passed bool, code int, stdout string) bool {
	want := expectedExit(task)
	if code != want {
		return !passed
	}
	if task == nil || task.Facts.ExpectStdout == nil {
		return passed
	}
	if task.Facts.StdoutPattern {
		return true // Python pattern that Go may interpret differently
	}
	return passed == strings.Contains(stdout, *task.Facts.ExpectStdout)
}

func expectedExit(task *results.Task) int {
	if task == nil || task.Facts.ExpectExit == nil {
		return 0
	}
	return *task.Facts.ExpectExit
}

func expectation(task *results.Task) string {
	s := fmt.Sprintf(" (a pass needs exit code %d", expectedExit(task))
	if task != nil && task.Facts.ExpectStdout != nil {
		s += fmt.Sprintf(" and the output %q", *task.Facts.ExpectStdout)
	}
	return s + ")"
}
