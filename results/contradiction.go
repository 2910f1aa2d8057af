package results

// Contradiction is the error type of a trial whose records contradict each other.
const Contradiction = "ContradictoryRecords"

// Contradict removes the score of a trial with contradictory records; why is a clause for display
// that explains the contradiction.
func (t *Trial) Contradict(why string) {
	t.Status, t.Score = JudgeError, nil
	t.Details.ErrorType, t.Details.ErrorText = Contradiction, why+". A contradiction is no score."
	if v := t.Details.Verdict; v != nil {
		v.Passed = nil
	}
}
