package task

// CheckLink is a change that a check looks for a new value of.
type CheckLink struct {
	Stage string `json:"stage"`           // id of the stage before which it happens
	Label string `json:"label,omitempty"` // silent or loud, as the author's comment says
	Value string `json:"value"`           // that is new with it and stands in the check
	Place int    `json:"change"`          // of the change among those of the stage, from 1
}

// linkChecks notes which changes the checks look for; at is where each check stands.
func (t *Task) linkChecks(at map[string]int) {
	for i := range t.Checks {
		t.Checks[i].NamesSilent = t.Checks[i].CheckSpec.NamesSilent()
	}
	for i := range t.Facts.Stages {
		st := &t.Facts.Stages[i]
		for k := range st.Changes {
			c := &st.Changes[k]
			for n, id := range c.Checks {
				link := CheckLink{Stage: st.ID, Label: c.Label, Place: k + 1}
				if n < len(c.LinkedBy) {
					link.Value = c.LinkedBy[n]
				}
				if j, known := at[id]; known {
					t.Checks[j].Linked = append(t.Checks[j].Linked, link)
				}
			}
		}
	}
}
