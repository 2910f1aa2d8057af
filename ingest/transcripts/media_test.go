package transcripts_test

import (
	"encoding/base64"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results/must"
)

// Pictures and sounds that a step shows are kept, under the one name of their
// type, whether they lie in the transcript or in a file beside it. Nothing
// outside of the directory is opened.
func TestMedia(t *testing.T) {
	inline := base64.StdEncoding.EncodeToString([]byte("not really a sound"))
	doc := `{"schema_version": "ATIF-v1.8", "session_id": "s", "agent": {"name": "a", "version": "1", "model_name": "m"}, "steps": [
		{"step_id": 1, "source": "user", "message": [
			{"type": "audio", "source": {"media_type": "audio/x-m4a", "path": "said.m4a"}},
			{"type": "audio", "source": {"media_type": "Audio/WebM", "path": "heard.webm"}},
			{"type": "audio", "source": {"media_type": "audio/x-wav", "data": "` + inline + `"}},
			{"type": "image", "source": {"media_type": "image/jpg", "path": "shot.jpg"}},
			{"type": "audio", "source": {"media_type": "audio/mp3", "path": "../outside.mp3"}},
			{"type": "audio", "source": {"media_type": "audio/mp3", "path": "script.html"}}]},
		{"step_id": 2, "source": "agent", "message": "Heard."}]}`
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fstest.MapFS{
		"outside.mp3": file("x"), "in/trajectory.json": file(doc), "in/said.m4a": file("aa"), "in/heard.webm": file("bbb"),
		"in/shot.jpg": file("cccc"), "in/script.html": file("<script>"),
	}, ingest.Identity{})
	if len(rep.Runs) != 1 {
		t.Fatalf("report %+v", rep)
	}
	tr := trial(t, db, rep.Runs[0].Run, "in", "trajectory")
	rows := must.Get(db.StepRows(t.Context(), &tr, 1, 10))(t)
	steps, err := db.Steps(t.Context(), &tr, rows)
	if err != nil || len(steps) != 2 {
		t.Fatalf("%d steps, %v", len(steps), err)
	}
	var got []string
	for _, p := range steps[0].Parts {
		got = append(got, p.Type+" "+p.MediaType+" "+p.Raw)
	}
	want := []string{
		"audio audio/mp4 said.m4a", "audio audio/webm heard.webm", "audio audio/wav trajectory.media/media-1.wav",
		"image image/jpeg shot.jpg", "audio audio/mpeg ", "audio audio/mpeg ",
	}
	must.Same(t, want, got, "parts")
}
