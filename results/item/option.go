package item

import (
	"slices"
)

// SetScore compares the options that a system selected with the gold ones.
type SetScore struct {
	Exact          bool
	IoU, F1        float64
	Omitted, Added []string
}

// CompareSets computes exact match, intersection over union and F1 of two sets
// of option labels (ClawArena, arXiv 2604.04202, section on multi-choice
// scoring; F1 = 2|S∩G| / (|S|+|G|)). Two empty sets agree.
func CompareSets(selected, gold []string) SetScore {
	s := SetScore{}
	both := 0
	for _, g := range gold {
		if slices.Contains(selected, g) {
			both++
		} else {
			s.Omitted = append(s.Omitted, g)
		}
	}
	for _, x := range selected {
		if !slices.Contains(gold, x) {
			s.Added = append(s.Added, x)
		}
	}
	s.Exact = len(s.Omitted) == 0 && len(s.Added) == 0
	if len(selected)+len(gold) == 0 {
		s.IoU, s.F1 = 1, 1
		return s
	}
	s.IoU = float64(both) / float64(both+len(s.Omitted)+len(s.Added))
	s.F1 = 2 * float64(both) / float64(len(selected)+len(gold))
	return s
}

// OptionCount says how often the systems erred on one option.
type OptionCount struct {
	N     int // answers in which options could be read
	Wrong int // omissions of a gold option, selections of another
}

// CountOption counts over answers, each a set of labels.
func CountOption(label string, gold bool, answers [][]string) OptionCount {
	c := OptionCount{N: len(answers)}
	for _, a := range answers {
		if slices.Contains(a, label) != gold {
			c.Wrong++
		}
	}
	return c
}
