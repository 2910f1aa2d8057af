package taskpy

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results/must"
)

// hostile are files that would loop, nest or double without end.
func hostile() map[string]string {
	const stage = "async def stage0(ctx):\n    return {}\nasync def stage1(ctx):\n"
	doubling := "x = ['aaaaaaaaaaaaaaaa']\ny = 'a'\n" + strings.Repeat("x = x + x\ny = y + y\n", 200) + stage + "    await ctx.a.b(x, y)\n"
	loops := stage
	for i := range 8 {
		loops += strings.Repeat("    ", i+1) + fmt.Sprintf("for i%d in range(300):\n", i)
	}
	loops += strings.Repeat("    ", 9) + "await ctx.a.b('x' * 1000)\n"
	calls := ""
	for i := range 40 {
		calls += fmt.Sprintf("def f%d(x):\n    return [f%d(x), f%d(x), f%d(x)]\n", i, i+1, i+1, i+1)
	}
	many := "T = '" + strings.Repeat("1234.5 ab_cd ", 10000) + "'\n" + stage + strings.Repeat("    await ctx.a.b(T)\n", 3000) +
		"def c():\n    return '" + strings.Repeat("9", 3000) + "'\nRUBRIC = {'a': [" + strings.Repeat("{'id': 'x', 'checker': c},",
		3000) + "]}\n"
	return map[string]string{
		"brackets":         strings.Repeat("[", 500_000),
		"closed brackets":  "x = " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000),
		"operators":        "x = " + strings.Repeat("1+", 100_000) + "1",
		"not":              "x = " + strings.Repeat("not ", 100_000) + "1",
		"attributes":       "x = a" + strings.Repeat(".b", 100_000),
		"doubling":         doubling,
		"loops":            loops,
		"calls itself":     "async def f(ctx):\n    await f(ctx)\n    await f(ctx)\n" + stage + "    await f(ctx)\n",
		"calls that fan":   calls + stage + "    await ctx.a.b(f0(1))\n",
		"many comments":    stage + strings.Repeat("    # silent\n", 5_000) + "    await ctx.a.b(1)\n",
		"many changes":     many,
		"unclosed text":    stage + "    x = '''" + strings.Repeat("\\x", 200_000),
		"f-strings":        "x = " + strings.Repeat("f'{", 3000),
		"errors all over":  strings.Repeat("def ) = [ : lambda ' \" if\n", 15_000),
		"not text":         strings.Repeat("\x00\xff\xfe", 100_000),
		"too large":        strings.Repeat("#\n", 400_000),
		"large repetition": stage + "    await ctx.a.b('x' * 999999999, 'ab' * 1000000, [1] * 9999999)\n",
	}
}

// Whatever a file holds, reading it ends soon and with bounded memory.
func TestHostile(t *testing.T) {
	const soon = 20 * time.Second // on a busy machine, with the race detector
	for name, src := range hostile() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		task, err := Parse([]byte(src))
		took := time.Since(start)
		runtime.ReadMemStats(&after)
		t.Logf("%-16s %8d bytes %8s %4d MB: %.80v", name, len(src), took.Round(time.Millisecond), (after.TotalAlloc-before.TotalAlloc)>>20,
			err)
		if took > soon {
			t.Errorf("%s took %s", name, took)
		}
		if task != nil {
			if raw, err := json.Marshal(task); err != nil || len(raw) > 64<<20 {
				t.Errorf("%s: %d bytes come of it, %v", name, len(raw), err)
			}
		}
	}
}

// Nothing of a file is run: not at its top, not in a decorator, a default or a
// stage.
func TestNothingRuns(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "ran")
	act := fmt.Sprintf("__import__('os').system('touch %s')", mark)
	src := "import os\nos.system('touch " + mark + "')\nopen('" + mark + "', 'w').write('x')\n" +
		"X = " + act + "\n@" + act + "\ndef f(x=" + act + "):\n    return eval(\"" + act + "\")\n" +
		"async def stage0(ctx):\n    " + act + "\n    await ctx.a.b(f(), " + act + ")\n    return {'notification': f'{" + act +
		"}', 'time': 'x'}\n"
	task := must.Get(Parse([]byte(src)))(t)
	if _, err := os.Stat(mark); err == nil {
		t.Error("the file was run")
	}
	if c := task.Stages[0].Changes; len(c) != 1 || c[0].Args[1].Value.Kind != Unknown {
		t.Errorf("changes %+v", c)
	}
	if st := task.Stages[0]; st.Static || st.Notification != gap {
		t.Errorf("wake-up text %q", st.Notification)
	}
}

// FuzzParse: any bytes end in a task or an error, and a task can be written down.
func FuzzParse(f *testing.F) {
	src := must.Get(os.ReadFile("testdata/office/task.py"))(f)
	f.Add(src)
	for _, s := range []string{
		"async def stage1(ctx):\n    for x in [1, 2]:\n        await ctx.a.b(f'{x:02d}', *[x], **{'k': x})\n        if x: break\n",
		"x = {'a': 1}\nx['b'] = [y for y in x if y]\nRUBRIC = {'s': [{'id': 'S1_a', 'checker': f, 'weight': 1e400}]}\ndef f(a, " +
			"*b, c=1, **d):\n    '''d'''\n    return r'\\x' if a else -c\n",
		"x = b'\\x' if b else rb''",
		"def f(x):\n    return f(x)\nasync def stage2(c):\n    await c.google_sheets.update_values(c, 'A!ZZ9999:A1', [[f(1)], " +
			"3])\n    await c.notion.update_db_row(1, {'a': {}})\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		task, err := Parse(src)
		if err != nil {
			return
		}
		must.Get(json.Marshal(task))(t)
		for _, c := range changesOf(task) {
			if c.Line < 1 || c.Told == "" || c.Service == "" {
				t.Errorf("change %+v", c)
			}
		}
	})
}
