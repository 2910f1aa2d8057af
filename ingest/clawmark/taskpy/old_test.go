package taskpy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// stages writes a file of stages, each with its wake-up text and its statements.
func stages(t *testing.T, list ...[2]string) *Task {
	t.Helper()
	var b strings.Builder
	b.WriteString("def get(row, name):\n    for x in row:\n        return x\n")
	for i, st := range list {
		fmt.Fprintf(&b, "async def stage%d(ctx):\n    rows = await ctx.notion.query_db('DB')\n", i)
		for _, l := range strings.Split(st[1], "\n") {
			b.WriteString("    " + l + "\n")
		}
		fmt.Fprintf(&b, "    return {'notification': %s, 'time': 't%d'}\n", quote(st[0]), i)
	}
	task, err := Parse([]byte(b.String()))
	if err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	return task
}

// The old value of a field is what was written there last, and unknown where it is
// not certain which row or sheet is meant.
func TestOldValues(t *testing.T) {
	const row = "for row in rows:\n    if %s:\n        await ctx.notion.update_db_row(row['id'], {'L': {'select': {'name': '%s'}}})"
	task := stages(t,
		[2]string{"", "await ctx.notion.create_database('DB', {})\n" +
			"for k, l, s in [('A', '1', 'x'), ('B', '2', 'x'), ('C', '3', 'y')]:\n    await ctx.notion.add_database_row('DB', " +
			"{'K': k, 'L': {'select': {'name': l}}, 'S': s})\n" +
			"await ctx.notion.create_database('ONE', {})\nawait ctx.notion.add_database_row('ONE', {'K': 'Z', 'F': 'low'})\n" +
			"a = await ctx.google_sheets.create_spreadsheet('S1')\nb = await ctx.google_sheets.create_spreadsheet('S2')\n" +
			"await ctx.google_sheets.update_values(a['id'], 'Sheet1!A1:B2', [['k', 'v'], ['p', 10]])"},
		[2]string{"", fmt.Sprintf(row, "get(row, 'K') == 'A'", "I")},
		[2]string{"", fmt.Sprintf(row, "get(row, 'K') == 'A' and get(row, 'S') == 'x'", "II")},
		[2]string{"", fmt.Sprintf(row, "get(row, 'S') == 'x'", "III") + "\n" + fmt.Sprintf(row, "get(row, 'K') == 'C'", "IV")},
		[2]string{"", "one = await ctx.notion.query_db('ONE')\nif one:\n    await ctx.notion.update_db_row(one[0]['id'], {'F': 'high'})"},
		[2]string{"", "s = await ctx.google_sheets.find_sheet('S1')\nawait ctx.google_sheets.update_values(s, 'Sheet1!B1:B2', " +
			"[['v'], ['11']])\n" +
			"await ctx.google_sheets.update_values(ctx.ids, 'B2', [['12']])\nawait ctx.google_sheets.append_rows(s, 'Sheet1', [['q', 1]])\n" +
			"await ctx.google_sheets.update_values(s, 'Sheet1!B2', [['13']])"},
	)
	var got []string
	for _, c := range changesOf(task) {
		s := c.Object
		for _, f := range c.Fields {
			old := "?"
			if f.Old != nil {
				old = *f.Old
			}
			s += fmt.Sprintf(" %s:%s->%s", f.Name, old, f.New)
		}
		got = append(got, s)
	}
	want := []string{
		"DB L:1->I", "DB L:I->II", "DB L:?->III", "DB L:?->IV", // two rows are x: any may have changed
		"ONE F:low->high",
		"S1 B2:10->11", "", "S1", "S1 B2:?->13", // no sheet, and then rows at a place that is not said
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A wake-up text names a change by a file or an id that is new with it.
func TestTold(t *testing.T) {
	task := stages(t,
		[2]string{"", "await ctx.notion.create_page('E-8801 intake.csv')"},
		[2]string{"E-8801 and E-8802 wait, 看report.pdf, or ask li.ming@desk.com on 2024-03-26 in the CRM",
			"await ctx.calendar.add_event('E-8801')\n" +
				"await ctx.calendar.add_event('E-8802')\nawait ctx.fs.upload_file('/a/report.pdf')\nawait ctx.fs.upload_file('/a/port.pdf')\n" +
				"await ctx.email.send_email(to='li.ming@desk.com', body='on 2024-03-26')\nawait " +
				"ctx.notion.create_page('x')\nawait ctx.sandbox.exec('ls')"},
		[2]string{"一封邮件 and a spreadsheet",
			"await ctx.email.send_email(to='a')\nawait ctx.google_sheets.append_rows('a')\nawait ctx.calendar.add_event('E-8802')"},
	)
	var got []string
	for _, c := range changesOf(task) {
		got = append(got, string(c.Told))
	}
	if diff := cmp.Diff(strings.Fields("no named named no no service no service service no"), got); diff != "" {
		t.Error(diff)
	}
}
