package web

import (
	"net/http"
	"testing"

	trialviews "github.com/clawatlas/clawatlas/views/trial"
)

// Each version of each file of the example's trials has its whole text, as text.
func TestFileTexts(t *testing.T) {
	site := testServer(t)
	path := "/runs/" + exampleRun(t, site, "thorough-reader") + "/ex_office_move/q7"
	var f trialviews.TrialFiles
	site.object(t, "/api/v1"+path+"/files", &f)
	if len(f.Files) == 0 || len(f.Files[0].Versions) == 0 || f.Files[0].Versions[0].Text == nil {
		t.Fatalf("%+v", f)
	}
	v := f.Files[0].Versions[0]
	rec := site.get(*v.Text)
	if rec.Code != http.StatusOK || rec.Body.Len() != *v.Bytes || rec.Header().Get("Content-Type") != "text/plain; charset=UTF-8" || rec.Header().Get("Content-Security-Policy") != RawPolicy {
		t.Errorf("%d, %d bytes of %d, %v", rec.Code, rec.Body.Len(), *v.Bytes, rec.Header())
	}
	page := site.page(t, path+"/files")
	if page.Find("#file-1").Length() != 1 || page.Find("#file-1-L1").Length() != 1 {
		t.Error("the page does not list the file")
	}
	for _, none := range []string{"/files/1/99", "/files/99/1", "/files/x/1", "/files/0/1"} {
		if code := site.get(path + none).Code; code != http.StatusNotFound {
			t.Errorf("%s: %d", none, code)
		}
	}
}
