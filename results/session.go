package results

// Session describes the agent's actions in a trace without a verdict. Package results/session
// computes it from the steps. A number missing from the trace is nil. For a truncated list, a
// separate field contains the full length.
type Session struct {
	Title     string `json:"title"`      // title of the session in one line; empty if unknown
	TitleFrom string `json:"title_from"` // source of the title: "commit", "prompt" or "files"; empty without a title
	TitleStep int    `json:"title_step"` // number of the step from which the title was taken; 0 without one

	Prompts    int    `json:"prompts"`     // number of user messages to the main agent
	ModelCalls int    `json:"model_calls"` // number of model responses, including those of sub-agents
	Agents     int    `json:"agents"`      // number of sub-agents with steps in the trace
	AgentCalls int    `json:"agent_calls"` // number of tool calls by sub-agents
	WaitedMS   *int64 `json:"waited_ms"`   // milliseconds between the agent's responses and the user's next prompts; nil if no times are recorded

	Commits      []SessionCommit `json:"commits"`       // last git commits, as far as commands or their output show them; at most SessionMost
	CommitsTotal int             `json:"commits_total"` // number of all commits
	PushStep     int             `json:"push_step"`     // number of the step with the last successful git push; 0 if there is none

	Changed      []SessionFile `json:"changed"`       // changed files, most changed first; at most SessionMost
	ChangedTotal int           `json:"changed_total"` // number of all changed files
	ReadTotal    int           `json:"read_total"`    // number of distinct files that calls read
	Unfollowed   int           `json:"unfollowed"`    // number of the first step whose files were not tracked because the trace is too long; 0 if all were tracked

	Refused    int              `json:"refused"`    // number of calls that the tool or harness refused; they also count as failed
	Empty      int              `json:"empty"`      // number of searches without results, which are not failures
	Unanswered int              `json:"unanswered"` // number of calls without a result in the trace
	Failures   []SessionFailure `json:"failures"`   // first failed calls and model responses; at most SessionMost
	Errors     int              `json:"errors"`     // number of model responses that were interrupted or failed
	Interrupts []int            `json:"interrupts"` // numbers of the first steps at which the user stopped the agent; at most SessionMost

	PricedCalls    int      `json:"priced_calls"`    // number of model responses with a recorded cost
	CountedCalls   int      `json:"counted_calls"`   // number of model responses with recorded tokens
	AgentCostUSD   *float64 `json:"agent_cost_usd"`  // cost of the sub-agents in this trace, in US dollars; nil if not recorded
	LastStep       int      `json:"last_step"`       // number of the step with the main agent's last message; 0 if there is none
	LastWords      string   `json:"last_words"`      // first line of the main agent's last message
	LastWordsWhole bool     `json:"last_words_full"` // set if LastWords is the complete message
}

// SessionMost is the maximum length of each list of a Session.
const SessionMost = 8

// SessionCommit is a git commit.
type SessionCommit struct {
	Step    int    `json:"step"`    // number of the step
	Subject string `json:"subject"` // first line of the commit message; empty if unknown
}

// SessionFile is a file that calls changed. Failed calls do not count.
type SessionFile struct {
	Path    string `json:"path"`    // path relative to the workspace if the file is inside it
	Step    int    `json:"step"`    // number of the step that made the last change
	Op      string `json:"op"`      // last change: "write", "append", "edit" or "remove"
	Changes int    `json:"changes"` // number of calls that changed it
	Added   *int   `json:"added"`   // number of lines added by all changes; nil if unknown for any of them
	Removed *int   `json:"removed"` // number of lines removed by all changes; nil if unknown for any of them
	Lines   *int   `json:"lines"`   // number of lines after the last change; nil if unknown
	Guessed bool   `json:"guessed"` // set if all changes are inferred from the text of commands or scripts
}

// SessionFailure is a failed call or a failed model response.
type SessionFailure struct {
	Step    int    `json:"step"`    // number of the step, from 1
	Tool    string `json:"tool"`    // name of the tool; empty for a model response
	Asked   string `json:"asked"`   // command, path or other request of the call, in one line
	Error   string `json:"error"`   // line with the error message; empty if none
	Refused bool   `json:"refused"` // set if the tool or harness refused the call
}
