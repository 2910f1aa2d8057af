package web

import (
	"net/http"
	"strings"
	"testing"

	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
)

// testTrialVersions reads the files of a trial of the released run: a script that was
// written, edited, written again and edited.
func testTrialVersions(t *testing.T) {
	site := realServer(t)
	path := "/runs/" + traceRun(t, site) + "/hil_s1/q21"
	var f trialreport.TrialFiles
	site.object(t, "/api/v1"+path+"/files", &f)
	if len(f.Files) != 3 || f.Files[0].Path != "project/src/run_final_pipeline.py" || len(f.Files[0].Versions) != 4 || f.Files[1].Failed != 6 || f.Long {
		t.Fatalf("%+v", f)
	}
	steps := ""
	for _, v := range f.Files[0].Versions {
		steps += string(v.Op) + " " + v.URL[strings.Index(v.URL, "#"):] + " "
	}
	if want := "write #step-2 edit #step-5 write #step-8 edit #step-11 "; steps != want {
		t.Errorf("%q, want %q", steps, want)
	}
	doc := site.page(t, path)
	again := doc.Find("#step-8 .call")
	if got := squash(again.Find(".ch .ver")); got != "version 3 of 4" {
		t.Errorf("the head of step 8 says %q", got)
	}
	if got := squash(again.Find(".diff del").First()) + squash(again.Find("details > summary + .in").Prev()); got != "−applies final cleaning, and executes the corrected Spearman correlation"+"the whole file as it was written" {
		t.Errorf("it is not shown as what it changes: %q", got)
	}
	if doc.Find("#step-2 .diff").Length() > 0 {
		t.Error("a new file is drawn as a change")
	}
	if got := squash(doc.Find("#files summary")); got != "Files: 3 changed, 1 only read" {
		t.Errorf("%q", got)
	}
	q2 := site.page(t, strings.Replace(path, "q21", "q2", 1)+"/files")
	if got := squash(q2.Find("tr.only .asked")); !strings.Contains(got, "the checker asks for 2025-03-12") {
		t.Errorf("the checker's word: %q", got)
	}
}

// Each version of each file of the example's trials has its whole text, as text.
func TestFileTexts(t *testing.T) {
	site := testServer(t)
	path := "/runs/" + exampleRun(t, site, "thorough-reader") + "/ex_office_move/q7"
	var f trialreport.TrialFiles
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
	if page.Find("#file-1").Length() != 1 || page.Find("details.wdiff").Length() == 0 {
		t.Error("the page does not list the file")
	}
	for _, none := range []string{"/files/1/99", "/files/99/1", "/files/x/1", "/files/0/1"} {
		if code := site.get(path + none).Code; code != http.StatusNotFound {
			t.Errorf("%s: %d", none, code)
		}
	}
}
