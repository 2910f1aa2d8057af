package terminal

import (
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// TestLastLike holds up to when a screen is that of a saved text: not while the next
// command is typed after it, not an earlier one, and not a screen of other lines.
func TestLastLike(t *testing.T) {
	cast := "{\"version\":2,\"width\":20,\"height\":4}\n[0.1,\"o\",\"$ \"]\n[2,\"o\",\"make\\r\\n\"]\n[2.5,\"o\",\"all\\r\\nis\\r\\nwell\\r\\n$ \"]\n[9,\"o\",\"t\"]\n[9.05,\"o\",\"est\\r\\n$ \"]\n"
	rec, ok := Read([]byte(cast))
	if !ok {
		t.Fatal("no recording")
	}
	for text, want := range map[string]float64{
		"$ make\nall\nis\nwell\n$ \n\n": 2.5, // with what has scrolled away
		"$ make\nall\nis not\nwell\n$":  2.5,
		"$ make\nall\nis not\nswell\n$": -1,
		"$":                             0.1,
		"$\n\n\n\n":                     0.1,
		"all\nis\nwell\n$ test\n$":      9.05,
		"$ make\nfail\n$":               -1,
		"":                              -1,
	} {
		got, ok := rec.LastLike(text)
		if !ok {
			got = -1
		}
		must.Equal(t, want, got, "%q", text)
	}
}

// TestScreen holds what output makes of a screen, in whatever pieces it comes.
func TestScreen(t *testing.T) {
	for name, c := range map[string]struct{ out, want string }{
		"lines":             {"one\r\ntwo", "one\ntwo"},
		"back over":         {"abc\b\bX", "aXc"},
		"wrap":              {"1234567890abc", "1234567890\nabc"},
		"scroll":            {"a\r\nb\r\nc\r\nd\r\ne", "b\nc\nd\ne"},
		"colours and title": {"\x1b]0;title\x07\x1b[1;31mred\x1b[0m", "red"},
		"cursor":            {"\x1b[2;3Hx\x1b[1;1Hy", "y\n  x"},
		"erase":             {"abcdef\x1b[3D\x1b[K", "abc"},
		"clear":             {"abc\x1b[2J\x1b[Hd", "d"},
		"insert and delete": {"abcd\x1b[4D\x1b[1P\x1b[2@", "  bcd"},
		"lines in a region": {"a\r\nb\r\nc\r\nd\x1b[2;3r\x1b[2;1H\x1b[1L", "a\n\nb\nd"},
		"alternate":         {"main\x1b[?1049hother\x1b[?1049l", "main"},
		"wide":              {"日本x", "日本x"},
		"huge numbers":      {"\x1b[999999999Ia\x1b[99999999999999C\x1b[999999999Sb", "         b"},
	} {
		whole := newGrid(10, 4)
		whole.write(c.out)
		pieces := newGrid(10, 4)
		for i := range len(c.out) {
			pieces.write(c.out[i : i+1])
		}
		if whole.text() != c.want || pieces.text() != c.want {
			t.Errorf("%s: %q, in pieces %q, want %q", name, whole.text(), pieces.text(), c.want)
		}
	}
	if s := newGrid(1<<20, 1<<10); s.w != maxWidth || s.h != maxHeight {
		t.Errorf("a screen of %d by %d", s.w, s.h)
	}
}

// TestCast holds which screens of a recording are kept, and where it is ended.
func TestCast(t *testing.T) {
	cast := "{\"version\":2,\"width\":20,\"height\":4,\"timestamp\":1000}\n[0.1,\"o\",\"$ \"]\n[5,\"o\",\"run\\r\\n\"]\nhalf a li\n[5.1,\"i\",\"x\"]\n[9,\"o\",\"tests\"]\n"
	rec, ok := Read([]byte(cast))
	if !ok || rec.Bad != 1 || rec.Start != 1000 || rec.Width != 20 || rec.Height != 4 || rec.Duration != 9 {
		t.Fatalf("%+v", rec)
	}
	screens, cut := rec.BeforePauses(9, 0)
	if want := []Screen{{0.1, "$"}, {5.1, "$ run"}, {9, "$ run\ntests"}}; cut || !slices.Equal(screens, want) {
		t.Errorf("%v, want %v", screens, want)
	}
	if screens, cut = rec.BeforePauses(9, 8); !cut || len(screens) != 2 {
		t.Errorf("ended with the agent: %v", screens)
	}
	if screens, _ = rec.BeforePauses(1, 0); len(screens) != 1 || screens[0].At != 9 {
		t.Errorf("of one screen: %v", screens)
	}
}

// TestVersions holds that the versions of the format say the same in their own ways.
func TestVersions(t *testing.T) {
	want := []Screen{{0.5, "a"}, {2, "ab"}, {3, "ab\nc"}}
	for name, cast := range map[string]string{
		"1": "{\"version\":1,\"width\":9,\"height\":3,\n\"stdout\":[[0.5,\"a\"],[1.5,\"b\"],[1,\"\\r\\nc\"]]}",
		"2": "{\"version\":2,\"width\":9,\"height\":3}\n[0.5,\"o\",\"a\"]\n[2,\"o\",\"b\"]\n[3,\"o\",\"\\r\\nc\"]\n",
		"3": "{\"version\":3,\"term\":{\"cols\":9,\"rows\":3}}\n# a note\n[0.5,\"o\",\"a\"]\n[1.5,\"o\",\"b\"]\n[0.25,\"m\",\"mark\"]\n[0.75,\"o\",\"\\r\\nc\"]\n[0,\"x\",\"0\"]\n",
	} {
		rec, ok := Read([]byte(cast))
		if !ok || rec.Bad > 0 || rec.Width != 9 || rec.Height != 3 || rec.Duration != 3 {
			t.Errorf("%s: %+v", name, rec)
			continue
		}
		if got := drawn(rec); !slices.Equal(got, want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	for _, other := range []string{"", "{}", "[1]", `{"version":4,"width":9,"height":3}`, "text"} {
		if rec, ok := Read([]byte(other)); ok {
			t.Errorf("%q is %+v", other, rec)
		}
	}
}

// drawn are all screens of a recording that differ from the one before.
func drawn(r *Recording) (list []Screen) {
	s := newGrid(r.Width, r.Height)
	for i := range r.events {
		r.events[i].draw(s)
		if text := s.text(); len(list) == 0 || text != list[len(list)-1].Text {
			list = append(list, Screen{r.events[i].at, text})
		}
	}
	return list
}

// TestResize holds that a smaller window keeps the line of the cursor.
func TestResize(t *testing.T) {
	rec, _ := Read([]byte("{\"version\":2,\"width\":9,\"height\":4}\n[0,\"o\",\"one\\r\\ntwo\\r\\nthree\"]\n[1,\"r\",\"4x2\"]\n[2,\"o\",\"!\\r\\nx\"]\n"))
	screens := drawn(rec)
	if got := screens[len(screens)-1].Text; got != "thr!\nx" {
		t.Errorf("%q", got)
	}
}

// FuzzCast holds that no recording panics.
func FuzzCast(f *testing.F) {
	f.Add([]byte("{\"version\":2,\"width\":80,\"height\":24}\n[0.1,\"o\",\"a\\u001b[2J\"]\n[3,\"o\",\"b\"]\n[4,\"r\",\"2x1\"]\n"))
	f.Add([]byte(`{"version":1,"width":0,"height":9999999,"stdout":[[1,"a"],[1e300,"b"]]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if rec, ok := Read(data); ok {
			rec.BeforePauses(5, 0)
			drawn(rec)
		}
	})
}
