package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

const aiderStart = "# aider chat started at "

var aiderDialect = dialect{
	name: DialectAider, title: "Aider chat history", why: `it begins with "` + strings.TrimSpace(aiderStart) + `"`,
	is: func(b *beginning) bool {
		return bytes.HasPrefix(bytes.TrimLeft(b.Data, " \t\r\n"), []byte(aiderStart))
	},
	data: Aider,
}

// Aider reads the .aider.chat.history.md that Aider keeps in a repository: Markdown in
// which prompts are headings of the fourth level, what the program says is quoted, and
// all else is what the model wrote. The program ends its own lines with two blanks, which
// tells them from a heading or a quotation of the model. One file holds all chats of a
// repository. Edits and shell commands that the program applied are calls; tokens are as
// it prints them, rounded to a hundred where they are thousands. It is read as a whole,
// since a secret can reach over lines.
func Aider(data []byte, s Sink) (Summary, error) {
	r := newReader(DialectAider, "aider", s)
	a := &aider{r: r, t: newThread(r)}
	err := r.eachRaw(&byteLines{rest: data}, a.add)
	if err == nil {
		err = a.close()
	}
	return r.finish(a.t, err)
}

// aider reads one file.
type aider struct {
	r      *reader
	t      *thread
	prompt []string // lines of the open prompt
	said   []string // of the program, since the last step
	paid   bool     // the tokens of the open answer are known, so that it is over
	blank  bool     // an empty line waits for more of the answer
	calls  int
}

func (a *aider) add(line []byte, n int) error {
	text := validText(line)
	if at, starts := strings.CutPrefix(text, aiderStart); starts {
		if err := a.close(); err != nil {
			return err
		}
		return a.t.after(meta(a.r.time(n, parseTime(strings.TrimSpace(at))), "chat starts"))
	}
	if own, is := strings.CutSuffix(text, "  "); is {
		if prompt, is := strings.CutPrefix(own, "####"); is {
			if err := a.tell(); err != nil {
				return err
			}
			a.prompt = append(a.prompt, strings.TrimPrefix(prompt, " "))
			return nil
		}
		if said, is := strings.CutPrefix(own, ">"); is {
			return a.program(n, strings.TrimSpace(said))
		}
	}
	if strings.TrimSpace(text) == "" {
		a.blank = true
		return nil
	}
	return a.answer(text)
}

// close ends what is open.
func (a *aider) close() error {
	if err := a.ask(); err != nil {
		return err
	}
	return a.tell()
}

// ask adds the open prompt. Commands are the user's too, and no prompts, but for those
// that hand a text to the model.
func (a *aider) ask() error {
	if len(a.prompt) == 0 {
		return nil
	}
	text := strings.TrimSpace(strings.Join(a.prompt, "\n"))
	a.prompt = nil
	command, rest, _ := strings.Cut(text, " ")
	switch command {
	case "/ask", "/code", "/architect", "/context":
		if rest == "" {
			return a.t.after(meta(nil, text))
		}
	default:
		if strings.HasPrefix(command, "/") || strings.HasPrefix(command, "!") {
			return a.t.after(meta(nil, text))
		}
	}
	return a.t.after(&results.Step{Source: results.SourceUser, Message: text})
}

// tell adds what the program has said.
func (a *aider) tell() error {
	text := strings.TrimSpace(strings.Join(a.said, "\n"))
	a.said = nil
	if text == "" {
		return nil
	}
	return a.t.after(meta(nil, text))
}

// answer adds a line of an answer.
func (a *aider) answer(text string) error {
	if a.t.open == nil || a.paid || len(a.prompt)+len(a.said) > 0 {
		if err := a.close(); err != nil {
			return err
		}
		a.paid, a.blank = false, false
		return a.t.begin("", &results.Step{Source: results.SourceAgent, ModelName: a.r.set, Message: text})
	}
	with := "\n"
	if a.blank {
		with, a.blank = "\n\n", false
	}
	a.t.open.Message += with + text
	return nil
}

var (
	aiderModel  = regexp.MustCompile(`^(?:Main model|Model|Models): (\S+) with `)
	aiderTokens = regexp.MustCompile(`^Tokens: ([\d.,]+k?) sent(?:, ([\d.,]+k?) cache write)?(?:, ([\d.,]+k?) cache hit)?, ([\d.,]+k?) received\.(?: Cost: \$([\d.]+) message)?`)
)

// program takes a line that the program said.
func (a *aider) program(n int, said string) error {
	if err := a.ask(); err != nil {
		return err
	}
	if m := aiderModel.FindStringSubmatch(said); m != nil {
		a.r.set = m[1]
	}
	if v, is := strings.CutPrefix(said, "Aider v"); is {
		a.r.sum.AgentVersion = v
	}
	if a.t.open == nil {
		a.said = append(a.said, said)
		return nil
	}
	if m := aiderTokens.FindStringSubmatch(said); m != nil {
		a.t.open.Metrics, a.paid = a.r.metrics(n, aiderUsage(m)), true
		return nil
	}
	if file, is := strings.CutPrefix(said, "Applied edit to "); is {
		return a.call(n, "edit", "path", file, said)
	}
	if command, is := strings.CutPrefix(said, "Running "); is {
		return a.call(n, "shell", "command", command, "")
	}
	a.said = append(a.said, said)
	return nil
}

// aiderUsage reads the line of tokens. What is sent includes what a cache holds of it.
func aiderUsage(m []string) *usage {
	u := &usage{Prompt: aiderNumber(m[1]), Completion: aiderNumber(m[4])}
	u.Details.Cached = aiderNumber(m[3])
	u.Cost.Total = aiderNumber(m[5])
	return u
}

// aiderNumber is a number as Aider prints it: 980, 4.2k, 12k.
func aiderNumber(s string) number {
	v, thousands := strings.CutSuffix(strings.ReplaceAll(s, ",", ""), "k")
	f, err := strconv.ParseFloat(v, 64)
	if err != nil {
		return number{}
	}
	if thousands {
		f *= 1000
	}
	return number{v: f, ok: true}
}

// call adds what the program did for the open answer.
func (a *aider) call(n int, name, member, value, result string) error {
	a.calls++
	args, err := json.Marshal(map[string]string{member: value})
	if err != nil {
		return fmt.Errorf("write the arguments of a call: %w", err)
	}
	id := fmt.Sprintf("%s-%d", name, a.calls)
	a.t.open.ToolCalls = append(a.t.open.ToolCalls, results.ToolCall{ID: id, Name: name, Arguments: args})
	if result == "" {
		return nil
	}
	res := results.Result{CallID: id, Content: result}
	judge(&res, false)
	return a.t.answer(n, res)
}
