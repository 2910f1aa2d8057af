package results

import "testing"

// TestMetricsAdd holds that cached tokens are taken off the prompts that they are part
// of, and off no other call's, in whatever order the calls come.
func TestMetricsAdd(t *testing.T) {
	n := func(v int64) *int64 { return &v }
	known := &Metrics{PromptTokens: n(100), CompletionTokens: n(5), CachedTokens: n(60)}
	half := &Metrics{CompletionTokens: n(7), CachedTokens: n(40), CacheWriteTokens: n(9)} // states no prompt
	for _, order := range [][]*Metrics{{known, half, known}, {half, known, known}, {known, known, half}, {half, nil, known, known}} {
		var sum Metrics
		for _, m := range order {
			sum.Add(m)
		}
		u := sum.Usage()
		if *u.Input != 80 || *u.CacheRead != 120 || *u.Output != 17 || u.CacheWrite != nil {
			t.Errorf("input %d, cached %d, output %d, written %v; want 80, 120, 17 and none", *u.Input, *u.CacheRead, *u.Output, u.CacheWrite)
		}
	}
	var sum Metrics
	sum.Add(half)
	sum.Add(half)
	if u := sum.Usage(); u.Input != nil || u.Total != nil || *u.CacheRead != 80 || *u.CacheWrite != 18 {
		t.Errorf("without a prompt the usage is %+v", u)
	}
	if *half.CachedTokens != 40 || *known.CachedTokens != 60 {
		t.Error("what is added has changed")
	}
}

// TestAllMetrics holds that totals that are stated apart have a sum only where each of
// them states the number.
func TestAllMetrics(t *testing.T) {
	n := func(v int64) *int64 { return &v }
	cost := 0.5
	one := &Metrics{PromptTokens: n(100), CompletionTokens: n(5), CachedTokens: n(60), CostUSD: &cost}
	two := &Metrics{PromptTokens: n(10), CompletionTokens: n(1)}
	all := AllMetrics(one, nil, two)
	if *all.PromptTokens != 110 || *all.CompletionTokens != 6 || all.CachedTokens != nil || *all.CostUSD != 0.5 {
		t.Errorf("sum %+v", all)
	}
	if none := AllMetrics(nil); none.PromptTokens != nil || none.CostUSD != nil {
		t.Errorf("the sum of nothing is %+v", none)
	}
}
