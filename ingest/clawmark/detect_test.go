package clawmark

import (
	"io/fs"
	"os"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/results/resultstest"
)

// claims walks fsys as the load loop does and returns the claimed directories.
func claims(t *testing.T, fsys fs.FS) []string {
	t.Helper()
	var dirs []string
	err := fs.WalkDir(fsys, ".", func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if slices.Contains(dirs, dir) {
			return fs.SkipDir
		}
		entries, err := fs.ReadDir(fsys, dir)
		if err != nil {
			return err
		}
		whole := false
		for _, it := range (Format{}).Detect(fsys, dir, entries) {
			dirs = append(dirs, it.Dir)
			whole = whole || it.Dir == dir
		}
		if whole {
			return fs.SkipDir
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return dirs
}

func TestDetect(t *testing.T) {
	const sound = `{"task_id":"a_task1","score":0,"execution_time":1,"stages":[],"rubric":[]}`
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	for _, test := range []struct {
		name string
		fsys fstest.MapFS
		want []string
	}{
		{"without the model level", fstest.MapFS{"results/a_task1/result.json": file(sound)}, []string{"results"}},
		{"one run for each model", fstest.MapFS{
			"results/m1/a_task1/result.json": file(sound),
			"results/m2/a_task1/result.json": file(sound),
		}, []string{"results/m1", "results/m2"}},
		{"both layouts in one place", fstest.MapFS{
			"results/a_task1/result.json":    file(sound),
			"results/m2/a_task1/result.json": file(sound),
		}, []string{"results", "results/m2"}},
		{"a lone task", fstest.MapFS{"result.json": file(sound), "workspace/notes.md": file("x")}, []string{"."}},
		{"byte order mark", fstest.MapFS{"result.json": file("\xef\xbb\xbf" + sound)}, []string{"."}},
		{"a damaged record is still one", fstest.MapFS{
			"r/a_task1/result.json": file(`{"task_id":"a_task1","stages":[{"id":"stage0","verification_score":0.0,`),
		}, []string{"r"}},
		{"damaged ones before a sound one", fstest.MapFS{
			"r/a_task1/result.json": file(``),
			"r/a_task2/result.json": file(sound),
		}, []string{"r"}},
		{"a trial of Harbor", fstest.MapFS{
			"jobs/x/result.json":    file(`{"id":"1","n_total_trials":1,"stats":{}}`),
			"jobs/x/t1/result.json": file(`{"task_name":"t1","trial_name":"t1__abc","task_id":{"path":"t1"}}`),
		}, nil},
		{"a task_id that is no text", fstest.MapFS{"result.json": file(`{"task_id":{},"stages":[],"rubric":[]}`)}, nil},
		{"keys below the top", fstest.MapFS{"result.json": file(`{"x":{"task_id":"a","stages":[],"rubric":[],"verification_score":1}}`)},
			nil},
		{"no result", fstest.MapFS{"a_task1/messages.jsonl": file(sound)}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := claims(t, test.fsys); !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

func testDetectLeavesOthersAlone(t *testing.T) {
	for _, other := range [][]string{{"data", "harbor"}, {"data", "clawarena"}, {"data", "liveclawbench"}} {
		dir := resultstest.Shared(t, other...)
		if got := claims(t, os.DirFS(dir)); len(got) > 0 {
			t.Errorf("%v: claimed %v", other, got)
		}
	}
	dir := resultstest.Shared(t, "data", "clawmark")
	if got := claims(t, os.DirFS(dir)); !slices.Equal(got, []string{"run"}) {
		t.Errorf("clawmark: got %v, want run", got)
	}
}
