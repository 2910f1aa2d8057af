package taskpy

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results/must"
)

// office is a whole task in the benchmark's form.
func office(t *testing.T) *Task {
	t.Helper()
	src := must.Get(os.ReadFile("testdata/office/task.py"))(t)
	return must.Get(Parse(src))(t)
}

// line writes a change on one line: where, what it depends on, payload.
func line(c *Change) string {
	var args []string
	for _, a := range c.Args {
		raw, _ := a.Value.MarshalJSON()
		if a.Name != "" {
			raw = append([]byte(a.Name+"="), raw...)
		}
		args = append(args, string(raw))
	}
	marks := ""
	if c.Conditional {
		marks += " if"
	}
	if c.Repeated {
		marks += " loop"
	}
	if !c.Static {
		marks += " open"
	}
	if c.Gaps > 0 {
		marks += fmt.Sprintf(" gaps:%d", c.Gaps)
	}
	if c.Via != "" {
		marks += " via:" + c.Via
	}
	return fmt.Sprintf("%s.%s(%s)%s", c.Service, c.Method, strings.Join(args, ", "), marks)
}

// lines reads the statements of a second stage below what a module defines.
func lines(t *testing.T, module, body string) []string {
	t.Helper()
	src := module + "\nasync def stage0(ctx):\n    return {'notification': 'a', 'time': 'b'}\n" +
		"async def stage1(ctx):\n    " + strings.ReplaceAll(strings.TrimSpace(body), "\n", "\n    ") +
		"\n    return {'notification': 'a', 'time': 'b'}\n"
	task, err := Parse([]byte(src))
	if err != nil {
		t.Fatalf("%v in\n%s", err, src)
	}
	var out []string
	for _, c := range changesOf(task) {
		out = append(out, line(c))
	}
	return out
}

// Each construct that the benchmark's files are written with is evaluated as
// helpers are what the tasks of these tests begin with.
const helpers = `
from datetime import datetime, timedelta, timezone
DB = "tickets"
ROWS = [{"id": "T-1", "price": 1_200}, {"id": "T-2", "price": 14.50}]
TZ = timezone(timedelta(hours=8))
def _notion_title(value: str) -> dict:
    """One property."""
    return {"title": [{"text": {"content": value}}]}
def _notion_number(n=0):
    return {"number": n}
def _first(rows):
    for r in rows:
        return r
    return None
async def _seed(ctx, name, level="I"):
    await ctx.notion.add_database_row(DB, {"ID": _notion_title(name), "L": level})
`

// Python would, or stays visible.
func TestConstructs(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"names of the module and locals", "x = DB\nawait ctx.notion.create_page(x)", `notion.create_page("tickets")`},
		{"nested data", "await ctx.notion.create_database(DB, {'A': {'b': [1, -2, 0x10, 1e3, 14.50, True, None]}, 3: ()})",
			`notion.create_database("tickets", {"A":{"b":[1,-2,16,1000.0,14.5,true,null]},"3":[]})`},
		{"subscripts", "await ctx.a.b(ROWS[0]['id'], ROWS[-1]['price'])", `a.b("T-1", 14.5)`},
		{"joined texts", "await ctx.a.b('one ' \"two \" + DB + '\\n' + r'\\d' + '\\u00e9\\x41\\q')", `a.b("one two tickets\n\\déA\\q")`},
		{"long texts", "await ctx.a.b('''x\n  y\\\n  z''')", `a.b("x\n      y      z")`},
		{"bytes", "await ctx.a.b({'x': b\"1\"})", `a.b({"x":"b\"1\""}) open`},
		{"paths", "await ctx.fs.upload_file(ctx.task_dir / 'inject' / 'a.png', '/workspace/' + 'input')",
			`fs.upload_file("ctx.task_dir/inject/a.png", "/workspace/input")`},
		{"formatted texts", "n = 7\nawait ctx.a.b(f'{n:02d} {ROWS[0][\"price\"]:,} {2.5:.2f} {{x}} {DB!r}')",
			`a.b("07 1,200 2.50 {x} 'tickets'")`},
		{"gaps in formatted texts", "row = await ctx.notion.get_row('x')\nawait ctx.a.b(f'was {row[\"n\"]}, is 5')",
			`a.b("was …, is 5") gaps:1`},
		{"helpers with one return", "await ctx.a.b({'T': _notion_title('x'), 'N': _notion_number(n=3), 'M': _notion_number()})",
			`a.b({"T":{"title":[{"text":{"content":"x"}}]},"N":{"number":3},"M":{"number":0}})`},
		{"helpers that may return", "await ctx.a.b({'x': _first(await ctx.a.list_rows())})",
			`a.b({"x":"_first(await ctx.a.list_rows())"}) open`},
		{"dates", "await ctx.calendar.add_event(DB, dtstart=datetime(2024, 3, 25, 17, 0), dtend=datetime(2024, 3, 25, hour=18, tzinfo=TZ))",
			`calendar.add_event("tickets", dtstart="2024-03-25T17:00", dtend="2024-03-25T18:00+08:00")`},
		{"loops over lists", "for r in ROWS:\n    await ctx.a.b(r['id'])", "a.b(\"T-1\")\na.b(\"T-2\")"},
		{"loops over pairs", "for i, (k, v) in enumerate([('x', 1), ('y', 2)]):\n    await ctx.a.b(i, k, v)",
			"a.b(0, \"x\", 1)\na.b(1, \"y\", 2)"},
		{"loops with a start", "for i, r in enumerate(ROWS[:1], start=2):\n    await ctx.a.b(f'A{i}', r['id'])", `a.b("A2", "T-1")`},
		{"loops over two lists", "for a, b in zip(ROWS, ['x', 'y', 'z']):\n    await ctx.a.b(a['id'], b)",
			"a.b(\"T-1\", \"x\")\na.b(\"T-2\", \"y\")"},
		{"a loop that finds nothing", "for r in await ctx.a.get_x():\n    await ctx.a.b(1)\nelse:\n    await ctx.a.b(2)",
			"a.b(1) loop\na.b(2) if"},
		{"payloads that are not written down",
			"x = await ctx.a.get_x()\nawait ctx.a.b('id', x)\nawait ctx.a.b(x, 'y')\nawait ctx.a.delete_event('c', x['uid'])",
			"a.b(\"id\", \"x\") open\na.b(\"x\", \"y\")\na.delete_event(\"c\", \"x['uid']\")"},
		{"loops over tables", "for k, v in {'x': 1}.items():\n    await ctx.a.b(k, v)", `a.b("x", 1)`},
		{"loops over what a query gives",
			"rows = await ctx.notion.query_db(DB)\nfor row in rows:\n    if row[\"s\"] == 'open':\n        await " +
				"ctx.notion.update_db_row(row[\"id\"], {'S': 'x'})\n        break",
			`notion.update_db_row("row['id']", {"S":"x"}) if loop`},
		{"conditions", "if await ctx.a.get_x():\n    await ctx.a.b(1)\nelse:\n    await ctx.a.b(2)\nawait ctx.a.b(3)",
			"a.b(1) if\na.b(2) if\na.b(3)"},
		{"conditions that are decided", "for r in ROWS:\n    if r['price'] > 100:\n        await ctx.a.b(r['id'])\n    elif " +
			"r['id'] == 'T-9':\n        await ctx.a.b(0)", `a.b("T-1")`},
		{"values after a condition", "x = 'a'\nif await ctx.a.get_x():\n    x = 'b'\nawait ctx.a.b({'x': x})", `a.b({"x":"x"}) open`},
		{"break that is decided", "for r in ROWS:\n    await ctx.a.b(r['id'])\n    break", `a.b("T-1")`},
		{"continue", "for r in ROWS:\n    if r['id'] == 'T-1':\n        continue\n    await ctx.a.b(r['id'])", `a.b("T-2")`},
		{"errors", "try:\n    await ctx.a.b(1)\nexcept Exception:\n    await ctx.a.b(2)", "a.b(1)\na.b(2) if"},
		{"lists that grow", "rows = []\nfor r in ROWS:\n    rows.append([r['id'], str(r['price'])])\nawait ctx.a.b([['id', " +
			"'price']] + rows)", `a.b([["id","price"],["T-1","1200"],["T-2","14.5"]])`},
		{"tables that grow", "d = {'a': 1}\nd['b'] = 2\nd.update({'a': 3})\nawait ctx.a.b(d)", `a.b({"a":3,"b":2})`},
		{"lists that something else changes", "rows = [1]\nrows.sort()\nawait ctx.a.b({'x': rows})", `a.b({"x":"rows"}) open`},
		{"comprehensions", "await ctx.a.b([[r['id']] for r in ROWS if r['price'] < 100])", `a.b([["T-2"]])`},
		{"several at once", "await ctx.a.b(*ROWS[0].values(), **{'k': 1})", `a.b("T-1", 1200, k=1)`},
		{"a helper that gets the context", "await _seed(ctx, 'T-3')",
			`notion.add_database_row("tickets", {"ID":{"title":[{"text":{"content":"T-3"}}]},"L":"I"}) via:_seed`},
		{"a service with another name", "s = ctx.email\nawait s.send_email(to='a')", `email.send_email(to="a")`},
		{"shells", "await ctx.sandbox.exec('ls')\nawait ctx.fs._sandbox.exec('pwd')", "sandbox.exec(\"ls\")\nfs._sandbox.exec(\"pwd\")"},
		{"files written as JSON", "await ctx.sandbox.exec(f\"cat > x << 'E'\\n{json.dumps({'a': [1], 'b': True}, indent=2)}\\nE\")",
			`sandbox.exec("cat > x << 'E'\n{\n  \"a\": [\n    1\n  ],\n  \"b\": true\n}\nE")`},
		{"reads are no changes", "a = await ctx.a.get_x()\nb = await ctx.a.query_x()\nc = await " +
			"ctx.fs.read_file('x')\nctx.task_dir.iterdir()\nctx.logger.info('x')", ""},
	} {
		got := strings.Join(lines(t, helpers, c.body), "\n")
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// A loop over what the stage itself writes down makes an object each time round, and
// each is a change: a range, lists of names or of tables that the stage has given a
// name. These are the loops in which the benchmark's tasks do so (docs/design.md, World).
func TestObjectsOfLoops(t *testing.T) {
	task, err := Parse([]byte(helpers + `
async def stage0(ctx):
    return {"notification": "a", "time": "2025-07-07T09:00:00"}


async def stage1(ctx):
    # 1. Silent: the afternoon is booked out
    # as many visits as there are slots
    for i in range(1, 9):
        await ctx.calendar.add_event(
            DB, f"Visit #{i}",
            datetime(2025, 7, 10, 13 + (i - 1) // 2, 0 if i % 2 == 1 else 30),
            datetime(2025, 7, 10, 13 + (i - 1) // 2, 30 if i % 2 == 1 else 59),
        )

    # 2. Silent: four rows
    fresh = [{"id": "K-16", "n": 9500}, {"id": "K-17", "n": 12800}, {"id": "K-18", "n": 22000}, {"id": "K-19", "n": 8800}]
    for c in fresh:
        await ctx.notion.add_database_row(DB, {"ID": _notion_title(c["id"]), "N": _notion_number(c["n"])})

    # 3. Upload the files
    names = ["k_16.pdf", "k_17.pdf", "k_18.pdf", "k_19.pdf"]
    for name in names:
        src = ctx.task_dir / "assets" / name
        if src.exists():
            await ctx.fs.upload_file(src, f"/workspace/{name}")
    return {"notification": "b", "time": "2025-07-10T09:00:00"}
`))
	if err != nil {
		t.Fatal(err)
	}
	got, objects := map[string]int{}, map[string]bool{}
	for _, c := range changesOf(task) {
		got[c.Service+" "+string(c.Label)]++
		raw, _ := json.Marshal(c.Args)
		objects[c.Method+string(raw)] = true
		if !c.Static || c.Repeated {
			t.Errorf("%s of line %d is not written down", c.Method, c.Line)
		}
	}
	want := map[string]int{"calendar silent": 8, "notion silent": 4, "fs ": 4}
	if diff := cmp.Diff(want, got); diff != "" || len(objects) != 16 {
		t.Errorf("%d different objects, want 16: %s", len(objects), diff)
	}
}

// The nearest comment above gives the label; only a block of its own lines is
// joined.
func TestLabels(t *testing.T) {
	for _, c := range []struct {
		comment string
		want    Label
	}{
		{"# 1. Silent: the rent rises", Silent},
		{"# 2. LOUD: a mail", Loud},
		{"# the price is silently raised", Silent},
		{"# cloud upload", ""},
		{"# the loud mail does not mention this", ""},
		{"# Silent: the mail does not mention it", Silent},
		{"# Loud: first\n    # then more, silent", Loud},
		{"# Silent: away\n    x = 1\n    # near", ""},
		{"# Silent: away\n    x = 1  # near", ""},
		{"x = 1", ""},
	} {
		src := "async def stage0(ctx):\n    return {}\n# Silent: before the function\nasync def stage1(ctx):\n    " + c.comment +
			"\n    await ctx.a.b(1)\n"
		task := must.Get(Parse([]byte(src)))(t)
		if got := changesOf(task)[0]; got.Label != c.want {
			t.Errorf("%q: label %q of %q, want %q", c.comment, got.Label, got.Comment, c.want)
		}
	}
}

// The whole file: stages, old values, how changes are told and what looks for them.
func TestOffice(t *testing.T) {
	task := office(t)
	if task.ID != "office_task1" || task.Prompt != "Check the inbox. All in English." || len(task.Stages) != 3 {
		t.Fatalf("id %q, prompt %q, %d stages", task.ID, task.Prompt, len(task.Stages))
	}
	var got []string
	for _, c := range changesOf(task) {
		s := fmt.Sprintf("%d %s.%s %s/%s %q", c.Line, c.Service, c.Method, c.Label, c.Told, c.Object)
		for _, f := range c.Fields {
			old := "?"
			if f.Old != nil {
				old = *f.Old
			}
			s += fmt.Sprintf(" %s:%s->%s", f.Name, old, f.New)
		}
		got = append(got, s+" "+strings.Join(c.Checks, ","))
	}
	want := []string{
		`49 email.send_email loud/named "" `,
		`60 notion.update_db_row silent/no "tickets" Level:II->IV Note:?->see 4711 S1_level_found`,
		`66 google_sheets.update_values silent/no "Budget" B3:200->9876 S2_budget_right`,
		`76 google_sheets.update_values /service "Budget" B3:9876->1234 S1_redline_no_transfer`,
		`78 notion.update_db_row silent/no "tickets" Level:?->V `,
		`80 calendar.delete_event silent/no "CAL-1" `,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var checks []string
	for _, c := range task.Checks {
		checks = append(checks, fmt.Sprintf("%s %v at %s about %q red:%v silent:%v %v %v %q", c.ID, *c.Weight, c.At, c.About, c.RedLine,
			c.Silent, c.Services, c.Lines, c.Literals))
	}
	wantChecks := []string{
		`S0_report 1 at stage0 about "stage0" red:false silent:false [workspace] [95 98] ["100" "2.5" "level" "report.csv"]`,
		`S1_level_found 2 at stage2 about "stage1" red:false silent:true [notion] [101 103] ["4711" "Level"]`,
		`S2_budget_right 1.5 at stage2 about "stage2" red:false silent:false [google_sheets] [106 110] ["9876" "Budget"]`,
		`S1_redline_no_transfer 2 at final about "stage1" red:true silent:false [email] [113 115] ["12,34" "1234"]`,
		`tidy 0.5 at final about "" red:false silent:false [workspace] [95 98] ["100" "2.5" "level" "report.csv"]`,
	}
	if diff := cmp.Diff(wantChecks, checks); diff != "" {
		t.Error(diff)
	}
}

// Ids count from 1 where some would otherwise be checked before their stage.
func TestAbout(t *testing.T) {
	const stages = "async def stage0(ctx):\n    return {}\nasync def stage1(ctx):\n    return {}\nasync def stage2(ctx):\n    return {}\n"
	for _, c := range []struct{ rubric, want string }{
		{"'stage0': [{'id': 'S0_a'}], 'stage1': [{'id': 'S1_a'}]", "stage0 stage1"},
		{"'stage0': [{'id': 'S1_a'}], 'stage1': [{'id': 'S2_a'}], 'final': [{'id': 'R1_a'}]", "stage0 stage1 "},
		{"'stage1': [{'id': 'S1_a'}], 'stage2': [{'id': 'S2_a'}]", "stage1 stage2"},
		{"'stage2': [{'id': 'S0_a'}, {'id': 'S2_a'}], 'final': [{'id': 'S_final_a'}, {'id': 'S9_a'}]", "stage0 stage2  "},
	} {
		task := must.Get(Parse([]byte(stages + "RUBRIC = {" + c.rubric + "}\n")))(t)
		var got []string
		for _, k := range task.Checks {
			got = append(got, k.About)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: about %q, want %q", c.rubric, got, c.want)
		}
	}
}

// A file that is not Python says where, with the line itself.
func TestSyntaxError(t *testing.T) {
	_, err := Parse([]byte("X = 1\nasync def stage0(ctx:\n    return {\n"))
	var syntax *SyntaxError
	if !errors.As(err, &syntax) {
		t.Fatalf("error %v", err)
	}
	if syntax.Line != 2 || syntax.Source != "async def stage0(ctx:" {
		t.Errorf("line %d: %q", syntax.Line, syntax.Source)
	}
}

// A file without what is looked for is an empty task.
func TestEmpty(t *testing.T) {
	for _, src := range []string{"", "\xef\xbb\xbf# only a comment",
		"RUBRIC = 3\nMETADATA = []\nPROMPT = f()\ndef stage1(): pass\ndef stage01(ctx): pass"} {
		task, err := Parse([]byte(src))
		if err != nil {
			t.Fatalf("%q: %v", src, err)
		}
		if len(task.Checks) > 0 || len(changesOf(task)) > 0 || task.ID != "" || task.Prompt != "" {
			t.Errorf("%q: %+v", src, task)
		}
	}
}

// changesOf lists what changes the world after its set-up.
func changesOf(t *Task) (list []*Change) {
	for i := 1; i < len(t.Stages); i++ {
		for k := range t.Stages[i].Changes {
			list = append(list, &t.Stages[i].Changes[k])
		}
	}
	return list
}
