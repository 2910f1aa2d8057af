package report

// AdjustedTest is what is known of one difference among several.
type AdjustedTest struct {
	CI    *[2]float64 `json:"ci"`     // 95 % interval of the difference
	P     *float64    `json:"p"`      // of its test; null if it was not tested
	PHolm *float64    `json:"p_holm"` // p adjusted for the number of tests by Holm's method
}

// TextOrNil is nil for what is not said.
func TextOrNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
