package results

// ModelsUsed tells which of several models a trace is of: the one whose answers of the
// main agent have the most output tokens, and of as many the one with the most answers.
// What sub-agents and helpers answer says nothing about the system.
type ModelsUsed struct {
	names   []string // as they came
	answers map[string]int
	output  map[string]int64
}

// Add counts a step.
func (m *ModelsUsed) Add(s *Step) {
	if s.Source != SourceAgent || s.Depth > 0 || s.Copied || s.ModelName == "" {
		return
	}
	if m.answers == nil {
		m.answers, m.output = map[string]int{}, map[string]int64{}
	}
	if m.answers[s.ModelName] == 0 {
		m.names = append(m.names, s.ModelName)
	}
	m.answers[s.ModelName]++
	if s.Metrics != nil && s.Metrics.CompletionTokens != nil {
		m.output[s.ModelName] += *s.Metrics.CompletionTokens
	}
}

// Answers is how many answers each model has; nil without any.
func (m *ModelsUsed) Answers() map[string]int { return m.answers }

// Most is the model that the trace is of; of several that are even preferred, and
// without that the first. It is empty where no answer names one.
func (m *ModelsUsed) Most(preferred string) string {
	best := ""
	for _, name := range m.names {
		switch {
		case best == "", m.output[name] > m.output[best]:
		case m.output[name] < m.output[best], m.answers[name] < m.answers[best]:
			continue
		case m.answers[name] == m.answers[best] && name != preferred:
			continue
		}
		best = name
	}
	return best
}
