package web

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results/must"
)

// officeTask is a task of our own making, with a change that carries markup.
func officeTask(t testing.TB) fstest.MapFS { return taskOf(t, "office") }

func taskOf(t testing.TB, name string) fstest.MapFS {
	t.Helper()
	src := must.Get(os.ReadFile(filepath.Join("..", "ingest", "clawmark", "testdata", name, "task.py")))(t)
	return fstest.MapFS{"office/task1/task.py": {Data: src}}
}

func officeSite(t testing.TB) *testSite {
	t.Helper()
	return openSite(t, "office-tree", func(ctx context.Context, l *ingest.Loader) error {
		return loadInto(ctx, l, false, ingest.Source{FS: officeTask(t), Name: "office", Identity: ingest.Identity{Benchmark: "mine"}})
	})
}

// A task's page says what changes before each of its days, how its author calls that,
// what the message says of it, what was there before, and which checks look for it.
func TestTaskChanges(t *testing.T) {
	page := officeSite(t).page(t, "/b/mine/scenarios/office/office_task1")
	var got []string
	for _, x := range page.Find(".change").EachIter() {
		var tags []string
		for _, tag := range x.Find(".tag").EachIter() {
			tags = append(tags, tag.Text())
		}
		got = append(got, strings.Join(strings.Fields(x.Find("b").Text()+" "+x.Find(".mono").First().Text()+": "+strings.Join(tags, "; ")), " "))
	}
	want := []string{
		"email send_email: author: loud, text names it",
		"notion update_db_row: author: silent, text does not mention it",
		"google_sheets update_values: author: silent, text does not mention it",
		"google_sheets update_values: author: no label, text mentions the service",
		"notion update_db_row: author: silent, text does not mention it",
		"calendar delete_event: author: silent, text does not mention it",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	text := strings.Join(strings.Fields(page.Find("main").Text()), " ")
	for _, want := range []string{"200 → 9876", "II → IV"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, a := range page.Find(".change a, #checks ~ table .note a").EachIter() {
		href, _ := a.Attr("href")
		if page.Find(strings.ReplaceAll(href, "%", `\%`)).Length() != 1 {
			t.Errorf("%s leads nowhere", href)
		}
	}
	if n := page.Find(".tag.differs").Length(); n != 0 {
		t.Errorf("%d changes are marked as other than their author says", n)
	}
}
