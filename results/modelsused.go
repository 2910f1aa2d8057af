package results

// ModelsUsed determines which of several models a trace is attributed to: the model with the most
// output tokens in the main agent's responses, or with the most responses if token counts do not
// decide. Responses of sub-agents and helpers do not count.
type ModelsUsed struct {
	names   []string // model names in the order of first use
	answers map[string]int
	output  map[string]int64
}

// Add counts the model and the output tokens of a step.
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

// Answers returns the number of responses by model; nil without any.
func (m *ModelsUsed) Answers() map[string]int { return m.answers }

// Most returns the model to which the trace is attributed. Ties go to the preferred model,
// otherwise to the first one used. It returns "" if no response names a model.
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
