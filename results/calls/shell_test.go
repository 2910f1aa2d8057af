package calls

import (
	"fmt"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

func TestCommands(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"list and pipe", `cd /w && cat "a b.md" 'c.md' | head -n 3; ls`, []string{"cd [/w]", "cat [a b.md c.md]", "head [-n 3]", "ls []"}},
		{"escapes", `cat a\ b.md $HOME/x`, []string{"cat [a b.md $HOME/x]"}},
		{"redirections", `sort < in.txt > out.txt 2>&1`, []string{"sort [] <in.txt >out.txt"}},
		{"here-document", "cat > f.md <<'E'\ncat x.md\nE\ncat y.md", []string{"cat [] >f.md input \"cat x.md\\n\"", "cat [y.md]"}},
		{"here-string", `grep x <<< "a b"`, []string{`grep [x] input "a b"`}},
		{"loop and substitution", `for f in *.md; do n=$(wc -l < "$f"); echo "$(head -1 a.md)"; done`,
			[]string{"wc [-l] <$f", "echo [$(head -1 a.md)]", "head [-1 a.md]"}},
		{"shell in a shell", `bash -lc "cat a.md"`, []string{"bash [-lc cat a.md]", "cat [a.md]"}},
		{"programs that run others", `sudo timeout 30s python3 s.py; env A=1 cat x`, []string{"python3 [s.py]", "cat [x]"}},
		{"nothing", ``, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, c := range Commands(tt.text) {
				s := fmt.Sprintf("%s %v", c.Program, c.Args)
				for _, f := range c.From {
					s += " <" + f
				}
				for _, f := range c.To {
					s += " >" + f
				}
				for _, f := range c.Added {
					s += " >>" + f
				}
				if c.Input != "" {
					s += fmt.Sprintf(" input %q", c.Input)
				}
				got = append(got, s)
			}
			must.Same(t, tt.want, got, "what was got")
		})
	}
}

func TestOperands(t *testing.T) {
	for text, want := range map[string]string{
		"grep -n x a.md b.md":   "[a.md b.md]",
		"grep -e x -e y a.md":   "[a.md]",
		"cat -n -- -a.md":       "[-a.md]",
		"sed -n '1,5p' a.md":    "[a.md]",
		"head -n 3 a.md":        "[3 a.md]",
		"awk '{print $1}' a.md": "[a.md]",
		"jq .x":                 "[]",
	} {
		c := Commands(text)[0]
		must.Equal(t, want, fmt.Sprint(c.Operands()), "%s", text)
	}
}

// FuzzCommands gives any text to the reader of shells: it must not break.
func FuzzCommands(f *testing.F) {
	f.Add("cat <<E > $(x)\n`y`\nE")
	f.Add("bash -c 'bash -c \"bash -c x\"'")
	f.Add("a <<< \"${b:-$((1+2))}\" &>c")
	f.Fuzz(func(_ *testing.T, text string) { Commands(text) })
}
