package results

// Observe adds a result to what a step has brought back.
func (s *Step) Observe(r Result) *Step {
	if s.Observation == nil {
		s.Observation = &Observation{}
	}
	s.Observation.Results = append(s.Observation.Results, r)
	return s
}
