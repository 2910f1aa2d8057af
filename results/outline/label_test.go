package outline

import (
	"encoding/json"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/must"
)

const workspace = "/home/u/work/workspaces_1/hil_s1"

// TestLabel holds the label of a call for each family of tools, in the words of the
// agents whose records are read.
func TestLabel(t *testing.T) {
	for _, x := range []struct{ tool, args, want string }{
		// Files, by whatever name their path goes.
		{"read", `{"path":"` + workspace + `/docs/policy.md","offset":40}`, "policy.md"},
		{"Read", `{"file_path":"/repo/src/a.py"}`, "a.py"},
		{"write", `{"path":"docs/out.json","content":"{}"}`, "out.json"},
		{"write_file", `{"file_name":"/app/out.json","content":"{}"}`, "out.json"},
		{"edit", `{"path":"a/b.py","oldText":"x","newText":"y"}`, "b.py"},
		{"str_replace_editor", `{"command":"create","path":"/app/hello.txt","file_text":"x"}`, "hello.txt"},
		{"file_editor", `{"command":"view","path":"/app"}`, "app"},
		{"apply_patch", `{"input":"*** Begin Patch\n*** Update File: src/a.py\n@@\n-x\n+y\n*** Add File: src/b.py\n+z\n*** End Patch"}`, "a.py and 1 more"},
		{"patch", `{"diff":"--- a/src/a.py\t2026\n+++ b/src/a.py\t2026\n@@ -1 +1 @@\n-x\n+y"}`, "a.py"},
		{"NotebookRead", `{"notebook_path":"nb/x.ipynb","cell":3}`, "x.ipynb"},

		// Commands: what prepares them and the workspace go.
		{"exec", `{"command":"export PYTHONPATH=$PYTHONPATH:` + workspace + ` && python ` + workspace + `/src/run.py"}`, "python src/run.py"},
		{"Bash", `{"command":"cd /repo && timeout 60 python -m pytest tests/test_a.py -q"}`, "python -m pytest tests/test_a.py -q"},
		{"exec", `{"command":"python3 - <<'EOF'\nimport csv\nEOF"}`, "python3 - import csv"},
		{"exec", `{"command":"./build.sh all"}`, "build.sh all"},
		{"shell", `{"command":["bash","-lc","cat docs/a.md"]}`, "cat docs/a.md"},
		{"exec", `{"command":"ps aux | grep -i chrome | grep -v grep"}`, "ps aux"},
		{"exec", `{"command":"find ` + workspace + ` -name \"log.csv\""}`, "find . -name log.csv"},

		// Searches: the pattern and where.
		{"Grep", `{"pattern":"mean|calc","path":"/repo/tests","output_mode":"content"}`, `"mean|calc" in tests`},
		{"Grep", `{"pattern":"calc","output_mode":"content"}`, `"calc"`},
		{"web_search", `{"count":10,"query":"django field"}`, `"django field"`},

		// Other commands.
		{"exec", `{"command":"for f in *.md; do cat $f; done"}`, "cat $f"},
		{"exec", `{"command":"mkdir -p scripts && cat << 'EOF' > scripts/x.py\nimport a\nEOF"}`, "> x.py"},
		{"bash_command", `{"keystrokes":"echo 'test1' > test_dir/file1.txt\n","duration":0.1}`, "> file1.txt"},
		{"bash_command", `{"keystrokes":"mkdir test_dir\n"}`, "mkdir test_dir"},
		{"exec", `{"command":"cd /testbed && rm test_x.py"}`, "rm test_x.py"},
		{"exec", `{"command":"cd /t && git diff src/forms.py"}`, "git diff src/forms.py"},
		{"exec", `{"command":"sed -i 's/a/b/' x.py"}`, "sed -i s/a/b/ x.py"},
		{"exec", `{"command":"cd ` + workspace + `"}`, "cd ."},
		{"exec", `{"command":"ls -R"}`, "ls -R"},
		{"exec", `{"command":"echo \"unfinished"}`, `echo "unfinished`},

		// Screens and pages.
		{"computer_action", `{"type":"click","x":938,"y":19,"text":null,"button":"left"}`, "click 938,19"},
		{"computer", `{"action":"left_click","coordinate":[938,19]}`, "left click 938,19"},
		{"computer", `{"action":"left_click_drag","start_coordinate":[1,2],"coordinate":[3,4]}`, "left click drag 1,2 to 3,4"},
		{"computer_action", `{"type":"drag","x":1,"y":2,"end_x":3,"end_y":4}`, "drag 1,2 to 3,4"},
		{"computer_action", `{"type":"keypress","x":null,"keys":["super","d"]}`, "keypress super+d"},
		{"computer_action", `{"type":"type","text":"hello there"}`, `type "hello there"`},
		{"computer_action", `{"type":"scroll","scroll_x":0,"scroll_y":300}`, "scroll by 0,300"},
		{"computer_action", `{"type":"wait","x":null,"source":"scaled"}`, "wait"},
		{"browser", `{"action":"open","url":"http://localhost:5004/a?b=c","profile":"openclaw"}`, "open localhost:5004/a"},
		{"web_fetch", `{"extractMode":"text","url":"https://code.example.org/ticket/32235"}`, "code.example.org/ticket/32235"},
		{"dom_click", `{"bid":"bid37"}`, "bid37"},

		// Messages: who to.
		{"send_message", `{"target":"telegram:2002","message":"The meeting is at 4pm."}`, "to telegram:2002"},
		{"send_email", `{"to":["a@example.org","b@example.org"],"subject":"x","body":"y"}`, "to a@example.org and 1 more"},
		{"mcp__support__send_message", `{"message":"Where is my order?"}`, `"Where is my order?"`},

		// The rest: what the arguments say.
		{"sessions_history", `{"sessionKey":"maya_1"}`, "maya_1"},
		{"add", `{"a":3,"b":4}`, "a 3, b 4"},
		{"done", `{}`, ""},
		{"done", `{"result":null}`, ""},
		{"broken", `{"a":`, ""},
		{"text", `"x"`, ""},
	} {
		got := Label(&results.ToolCall{Name: x.tool, Arguments: json.RawMessage(x.args)}, files.NewNames(workspace))
		must.Equal(t, x.want, got, "%s %s", x.tool, x.args)
	}
}
