package results

// Observe appends a result to the step's observation.
func (s *Step) Observe(r Result) *Step {
	if s.Observation == nil {
		s.Observation = &Observation{}
	}
	s.Observation.Results = append(s.Observation.Results, r)
	return s
}
