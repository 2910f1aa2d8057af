package tau

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
)

// info is what a file of tau2 says of the run.
type info struct {
	Trials ingest.Scalar `json:"num_trials"`
	User   party         `json:"user_info"`
	Agent  party         `json:"agent_info"`
	Domain struct {
		Name ingest.Scalar `json:"domain_name"`
	} `json:"environment_info"`
	Retrieval ingest.Scalar `json:"retrieval_config"`
	Audio     struct {
		Tick ingest.Scalar `json:"tick_duration_seconds"`
	} `json:"audio_native_config"`
}

// party is the agent or the user.
type party struct {
	Implementation ingest.Scalar `json:"implementation"`
	LLM            ingest.Scalar `json:"llm"`
}

type task struct {
	ID          ingest.Scalar `json:"id"`
	Description struct {
		Purpose ingest.Scalar `json:"purpose"`
	} `json:"description"`
	Scenario jsontext.Value `json:"user_scenario"`
}

// told is what the user is told to want, in words and by name of what it is; empty if
// the task does not say.
func (t *task) told() string {
	var list []string
	var add func(name string, v jsontext.Value)
	add = func(name string, v jsontext.Value) {
		for name, inner := range trace.Members(v) {
			add(name, inner.Clone())
		}
		if text := (ingest.Scalar{Raw: v}).Text(); text != "" {
			if name = strings.ReplaceAll(name, "_", " "); name == "" || name == "instructions" {
				list = append(list, text)
			} else {
				list = append(list, strings.ToUpper(name[:1])+name[1:]+": "+text)
			}
		}
	}
	add("", t.Scenario)
	return strings.Join(list, "\n\n")
}

// indexed is what a run in a folder lists of a simulation.
type indexed struct {
	ID   ingest.Scalar `json:"id"`
	Task ingest.Scalar `json:"task_id"`
}

// heading is what tells one simulation from the others.
type heading struct {
	ID       ingest.Scalar `json:"id"`
	Task     ingest.Scalar `json:"task_id"`
	Trial    ingest.Scalar `json:"trial"`
	Stamp    ingest.Scalar `json:"timestamp"`
	Start    ingest.Scalar `json:"start_time"`
	Duration ingest.Scalar `json:"duration"`
}

// simulation is one trial of tau2.
type simulation struct {
	ID        ingest.Scalar  `json:"id"`
	Task      ingest.Scalar  `json:"task_id"`
	Trial     ingest.Scalar  `json:"trial"`
	Stamp     ingest.Scalar  `json:"timestamp"`
	Start     ingest.Scalar  `json:"start_time"`
	End       ingest.Scalar  `json:"end_time"`
	Duration  ingest.Scalar  `json:"duration"`
	Ended     ingest.Scalar  `json:"termination_reason"`
	AgentCost ingest.Scalar  `json:"agent_cost"`
	UserCost  ingest.Scalar  `json:"user_cost"`
	Reward    *reward        `json:"reward_info"`
	Messages  []message      `json:"messages"`
	Ticks     []tick         `json:"ticks"`
	Policy    ingest.Scalar  `json:"policy"`
	Left      jsontext.Value `json:",embed"`
	row       bool           // of tau-bench 1
	failure   string         // of a row that ended with an error
	prompt    string         // what the user is told
}

// reward is what an evaluation says.
type reward struct {
	Reward      ingest.Scalar            `json:"reward"`
	Basis       []ingest.Scalar          `json:"reward_basis"`
	Breakdown   map[string]ingest.Scalar `json:"reward_breakdown"`
	DB          jsontext.Value           `json:"db_check"`
	Actions     []jsontext.Value         `json:"action_checks"`
	Communicate []jsontext.Value         `json:"communicate_checks"`
	Env         []jsontext.Value         `json:"env_assertions"`
	NL          []jsontext.Value         `json:"nl_assertions"`
	Left        jsontext.Value           `json:",embed"`

	row *reward1 // of tau-bench 1
}

// message is one of tau2, or a chat message of tau-bench 1.
type message struct {
	Role      ingest.Scalar  `json:"role"`
	Content   ingest.Scalar  `json:"content"`
	Calls     []call         `json:"tool_calls"`
	ID        ingest.Scalar  `json:"id"`
	CallID    ingest.Scalar  `json:"tool_call_id"`
	Requestor ingest.Scalar  `json:"requestor"`
	Error     ingest.Scalar  `json:"error"`
	Stamp     ingest.Scalar  `json:"timestamp"`
	Cost      ingest.Scalar  `json:"cost"`
	Response  jsontext.Value `json:"raw_data"` // of the provider: see response
	Usage     *struct {
		Prompt     ingest.Scalar `json:"prompt_tokens"`
		Completion ingest.Scalar `json:"completion_tokens"`
	} `json:"usage"`
	Several []message      `json:"tool_messages"` // results that tau2 wraps into one message
	Left    jsontext.Value `json:",embed"`
}

// response is what is used of the answer of a provider. The rest of it repeats the
// message.
type response struct {
	Choices []struct {
		Finish  ingest.Scalar `json:"finish_reason"`
		Message struct {
			Reasoning ingest.Scalar `json:"reasoning_content"`
		} `json:"message"`
	} `json:"choices"`
	Usage struct {
		Details struct {
			Cached ingest.Scalar `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
		CacheWrite ingest.Scalar `json:"cache_creation_input_tokens"`
	} `json:"usage"`
}

// call is a tool call; the arguments of tau-bench 1 are a text.
type call struct {
	ID        ingest.Scalar  `json:"id"`
	Name      ingest.Scalar  `json:"name"`
	Arguments jsontext.Value `json:"arguments"`
	Requestor ingest.Scalar  `json:"requestor"`
	Function  *struct {
		Name      ingest.Scalar  `json:"name"`
		Arguments jsontext.Value `json:"arguments"`
	} `json:"function"`
}

func (c *call) name() string {
	if c.Function != nil {
		return c.Function.Name.Text()
	}
	return c.Name.Text()
}

// arguments are an object, also where the record has them as a text.
func (c *call) arguments() jsontext.Value {
	v := c.Arguments
	if c.Function != nil {
		v = c.Function.Arguments
	}
	if len(v) == 0 {
		return nil
	}
	if v.Kind() == '"' {
		var text string
		if json.Unmarshal(v, &text, jsontext.AllowInvalidUTF8(true)) == nil {
			if inner := jsontext.Value(text); inner.IsValid(jsontext.AllowDuplicateNames(true)) && inner.Kind() == '{' {
				v = inner
			}
		}
	}
	return compacted(v)
}

// tick is a short time of a conversation in which both may speak, and their tools run.
type tick struct {
	Stamp        ingest.Scalar  `json:"timestamp"`
	Agent        *chunk         `json:"agent_chunk"`
	User         *chunk         `json:"user_chunk"`
	AgentCalls   []call         `json:"agent_tool_calls"`
	UserCalls    []call         `json:"user_tool_calls"`
	AgentResults []message      `json:"agent_tool_results"`
	UserResults  []message      `json:"user_tool_results"`
	Heard        ingest.Scalar  `json:"user_transcript"` // of what the user says, as the agent heard it
	Seconds      ingest.Scalar  `json:"tick_duration_seconds"`
	Left         jsontext.Value `json:",embed"`
}

type chunk struct {
	Content    ingest.Scalar   `json:"content"`
	Speech     ingest.Scalar   `json:"contains_speech"`
	Utterances []ingest.Scalar `json:"utterance_ids"`
}

// row1 is a row of tau-bench 1.
type row1 struct {
	Task   ingest.Scalar `json:"task_id"`
	Trial  ingest.Scalar `json:"trial"`
	Reward ingest.Scalar `json:"reward"`
	Traj   []message     `json:"traj"`
	Info   struct {
		Error    ingest.Scalar `json:"error"`
		UserCost ingest.Scalar `json:"user_cost"`
		Task     struct {
			Instruction ingest.Scalar `json:"instruction"`
		} `json:"task"`
		Reward *reward1       `json:"reward_info"`
		Left   jsontext.Value `json:",embed"`
	} `json:"info"`
	Left jsontext.Value `json:",embed"`
}

// reward1 is what an evaluation of tau-bench 1 says.
type reward1 struct {
	Info struct {
		Actions ingest.Scalar  `json:"r_actions"`
		Outputs ingest.Scalar  `json:"r_outputs"`
		Said    jsontext.Value `json:"outputs"` // which of the texts that are to be said were
	} `json:"info"`
	Actions []jsontext.Value `json:"actions"` // that lead to the expected database
}

// simulation is the same as tau2 has it. Its basis is the state of the database
// (r_actions) and what was said (r_outputs).
func (r *row1) simulation() simulation {
	s := simulation{
		Task: r.Task, Trial: r.Trial, Messages: r.Traj, UserCost: r.Info.UserCost, Left: r.Info.Left,
		row: true, failure: r.Info.Error.Text(), prompt: r.Info.Task.Instruction.Text(),
	}
	if r.Reward.Absent() {
		return s
	}
	s.Reward = &reward{Reward: r.Reward, Breakdown: map[string]ingest.Scalar{}, row: r.Info.Reward}
	if in := r.Info.Reward; in != nil {
		for name, v := range map[string]ingest.Scalar{"r_actions": in.Info.Actions, "r_outputs": in.Info.Outputs} {
			if !v.Absent() {
				s.Reward.Breakdown[name] = v
			}
		}
	}
	return s
}
