package main

import (
	"net/http/cgi"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// gitServer DIR serves the repositories below a directory over HTTP by git itself,
// sets GIT to where, and gives git the name of a committer.
func gitServer(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: gitserver directory")
	}
	srv, err := gitBackend(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Defer(srv.Close)
	for key, value := range map[string]string{
		"GIT": srv.URL, "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@example.org", "GIT_COMMITTER_NAME": "t", "GIT_COMMITTER_EMAIL": "t@example.org",
	} {
		ts.Setenv(key, value)
	}
}

// gitBackend serves the repositories below a directory.
func gitBackend(root string) (*httptest.Server, error) {
	where, err := exec.Command("git", "--exec-path").Output()
	if err != nil {
		return nil, err
	}
	return httptest.NewServer(&cgi.Handler{
		Path: filepath.Join(strings.TrimSpace(string(where)), "git-http-backend"),
		Env: []string{"GIT_PROJECT_ROOT=" + root, "GIT_HTTP_EXPORT_ALL=1", "GIT_CONFIG_NOSYSTEM=1",
			"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*"},
	}), nil
}
