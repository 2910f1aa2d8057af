package results

import "testing"

// A number that is not known is no zero, and no part of a sum is changed by it.
func TestSum(t *testing.T) {
	two, three := int64(2), int64(3)
	if got := Sum(nil, &two, nil, &three); got == nil || *got != 5 || two != 2 || three != 3 {
		t.Errorf("sum %v of %d and %d, want 5 of 2 and 3", got, two, three)
	}
	if got := Sum[float64](nil, nil); got != nil {
		t.Errorf("sum of nothing is %v", *got)
	}
	if got := Sum(&two); *got != 2 || got == &two {
		t.Error("a sum is a number of its own")
	}
}
