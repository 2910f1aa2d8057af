package clawmark

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/redact"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// A session is read twice, and so is a result without a stored rubric; a key
// in them is still one key, and none of it is stored.
func TestKeyCountedOnce(t *testing.T) {
	key := "gh" + "p_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
	for _, test := range []struct {
		name            string
		result, session string // beside the sound parts
		dataset         *results.Dataset
		want            int
	}{
		{"in the session", "", key, office(), 1},
		{"in the result", key, "", office(), 1},
		{"in the result, without a rubric", key, "", nil, 1},
		{"in both", key, key, nil, 2},
		{"nowhere", "", "", nil, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			fsys := fstest.MapFS{
				"m/office_task1/result.json": {Data: []byte(`{"task_id":"office_task1","score":0,"execution_time":1,"rubric":[],` +
					`"stages":[{"id":"stage0","success":false,"error":"said ` + test.result + `","verification_score":0,"verification":[]}]}`)},
				"m/office_task1/messages.jsonl": {Data: []byte(`{"type":"session","version":3,"id":"s"}` + "\n" +
					`{"type":"message","id":"a","parentId":null,"message":{"role":"assistant","model":"ant-2","content":"it is ` +
					test.session + `"}}` + "\n")},
			}
			red := redact.New()
			m := &memory{dataset: test.dataset}
			in := &ingest.Input{FS: fsys, Item: Format{}.item("m"), Redact: red}
			must.Do(t, (Format{}).Read(context.Background(), in, m))
			must.Equal(t, test.want, red.Total(), "%v: counted", red.Counts())
			k := m.trial(t, "office_task1")
			if len(k.raws) != 2 || len(k.steps) != 1 {
				t.Fatalf("%d raw records, %d steps; want 2 and 1", len(k.raws), len(k.steps))
			}
			for name, data := range k.raws {
				if strings.Contains(data, key) {
					t.Errorf("%s holds the key", name)
				}
			}
			if strings.Contains(k.steps[0].Message, key) {
				t.Errorf("step holds the key: %q", k.steps[0].Message)
			}
		})
	}
}
