package results

// Session is what an agent did in a trace that nobody judged: what a page leads with
// where there is no verdict. Package results/session makes it of the steps. A number
// that the trace does not state is nil; a list that is cut has its length beside it.
type Session struct {
	Title     string `json:"title"`      // one line that names the session; empty if nothing does
	TitleFrom string `json:"title_from"` // where the title is from: commit, prompt or files; empty without one
	TitleStep int    `json:"title_step"` // number of the step that has it; 0: none

	Prompts    int    `json:"prompts"`     // messages of the user to the main agent
	ModelCalls int    `json:"model_calls"` // answers of models, those of sub-agents too
	Agents     int    `json:"agents"`      // sub-agents that have steps in the trace
	AgentCalls int    `json:"agent_calls"` // tool calls of sub-agents
	WaitedMS   *int64 `json:"waited_ms"`   // milliseconds between an answer and the user's next prompt; null where no time says

	Commits      []SessionCommit `json:"commits"`       // of git, as far as its output or the command says; at most SessionMost, the last ones
	CommitsTotal int             `json:"commits_total"` // all of them
	PushStep     int             `json:"push_step"`     // number of the last step with a git push that did not fail; 0: none

	Changed      []SessionFile `json:"changed"`       // files that calls changed, most changed first; at most SessionMost
	ChangedTotal int           `json:"changed_total"` // all of them
	ReadTotal    int           `json:"read_total"`    // different files that calls read
	Unfollowed   int           `json:"unfollowed"`    // number of the first step whose files were not followed, because the trace before is too long; 0: none

	Refused    int              `json:"refused"`    // calls that a tool or a harness did not let run; they count as failed too
	Empty      int              `json:"empty"`      // searches that found nothing, which are no failures
	Unanswered int              `json:"unanswered"` // calls that have no result in the trace
	Failures   []SessionFailure `json:"failures"`   // the first calls and answers that failed; at most SessionMost
	Errors     int              `json:"errors"`     // answers of models that broke off or failed
	Interrupts []int            `json:"interrupts"` // numbers of steps at which the user stopped the agent; at most SessionMost

	PricedCalls    int      `json:"priced_calls"`    // answers of models whose cost is recorded
	CountedCalls   int      `json:"counted_calls"`   // answers of models whose tokens are recorded
	AgentCostUSD   *float64 `json:"agent_cost_usd"`  // US dollars of sub-agents in this trace; null where none is recorded
	LastStep       int      `json:"last_step"`       // number of the step with the main agent's last words; 0: none
	LastWords      string   `json:"last_words"`      // their first line
	LastWordsWhole bool     `json:"last_words_full"` // whether that is all of them
}

// SessionMost bounds the lists of a Session.
const SessionMost = 8

// SessionCommit is one commit of git.
type SessionCommit struct {
	Step    int    `json:"step"`    // number of the step
	Subject string `json:"subject"` // first line of its message; empty if it is not known
}

// SessionFile is a file that calls changed. Calls that failed are left out.
type SessionFile struct {
	Path    string `json:"path"`    // from the workspace on, where it lies below it
	Step    int    `json:"step"`    // number of the step with the last change
	Op      string `json:"op"`      // the last change: write, append, edit or remove
	Changes int    `json:"changes"` // calls that changed it
	Added   *int   `json:"added"`   // lines added, summed over the changes; null where one does not say
	Removed *int   `json:"removed"` // lines removed, likewise
	Lines   *int   `json:"lines"`   // that it holds after the last change; null where that is not known
	Guessed bool   `json:"guessed"` // every change follows from the text of a command or script only
}

// SessionFailure is a call, or an answer of a model, that failed.
type SessionFailure struct {
	Step    int    `json:"step"`    // number of the step
	Tool    string `json:"tool"`    // name of the tool; empty for an answer of a model
	Asked   string `json:"asked"`   // what was asked for, in one line
	Error   string `json:"error"`   // the line that says what went wrong; empty if none does
	Refused bool   `json:"refused"` // the tool or the harness did not let it run
}
