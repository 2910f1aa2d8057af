package richtext

import (
	"strings"
	"testing"
)

func TestJSON(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"keys in their order, also twice", `{"b":1,"a":null,"b":true}`, `<div class="js"><div class="jr"><span class="jk">b</span> <span class="jn">1</span></div><div class="jr"><span class="jk">a</span> <span class="jn">null</span></div><div class="jr"><span class="jk">b</span> <span class="jn">true</span></div></div>`},
		{"long numbers stay", `[1.000000000000000000001]`, `<div class="js"><div class="jr"><span class="jk own">0</span> <span class="jn">1.000000000000000000001</span></div></div>`},
		{"string", `{"a":"<b>"}`, `<div class="js"><div class="jr"><span class="jk">a</span> <span class="jv">“&lt;b&gt;”</span></div></div>`},
		{"line ends", `{"a":"x\ny"}`, "<div class=\"js\"><div class=\"jr\"><span class=\"jk\">a</span> </div><div class=\"txt jb\">x\ny</div></div>"},
		{"nested", `{"a":[{}]}`, `<div class="js"><details class="jd" open><summary><span class="jk">a</span> <span class="jn own">1 entry</span></summary><div class="js"><div class="jr"><span class="jk own">0</span> {}</div></div></details></div>`},
		{"empty", `[]`, `<div class="js"><div class="jr">[]</div></div>`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree, ok := ParseJSON(tt.text)
			if !ok {
				t.Fatal("not read")
			}
			if got := render(t, JSON(tree)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
	for _, text := range []string{"", "x", `"s"`, "1", "{", `{"a":1} x`, `{"a":1}{}`, strings.Repeat("[", 100) + strings.Repeat("]", 100), "[" + strings.Repeat("1,", 20_000) + "1]"} {
		if _, ok := ParseJSON(text); ok {
			t.Errorf("ParseJSON(%.20q) gives a tree, want none", text)
		}
	}
}

// TestTrim cuts a long list: what is left out is counted in its place.
func TestTrim(t *testing.T) {
	tree, _ := ParseJSON(`{"list":[` + strings.Repeat(`"entry",`, 999) + `"last"],"after":1}`)
	tree.Trim(4000)
	got := render(t, JSON(tree))
	shown := strings.Count(got, "“entry”")
	if shown < 5 || shown > 40 || !tree.Trimmed() {
		t.Errorf("%d entries of 1,000 are shown in 4,000 bytes", shown)
	}
	for _, want := range []string{"1\u202f000 entries", " more entries", "… 1 more entry"} {
		if !strings.Contains(got, want) {
			t.Errorf("the tree does not say %q: %s", want, got)
		}
	}
}
