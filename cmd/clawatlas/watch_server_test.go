package main

import (
	"errors"
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// A replica is read as long as it is there, the server while it is not, and the replica
// again when it has what readers have seen.
func TestWhichServerIsRead(t *testing.T) {
	away := errors.New("away")
	for _, tt := range []struct {
		name          string
		replica, main node // stamp and err
		now, want     string
	}{
		{"at first", node{stamp: "2"}, node{stamp: "2"}, "", "replica"},
		{"at first, with a replica that is behind", node{stamp: "1"}, node{stamp: "2"}, "", "replica"},
		{"at first, without the server", node{stamp: "1"}, node{err: results.ErrUnavailable}, "", "replica"},
		{"nobody at first", node{err: away}, node{err: away}, "", ""},
		{"the server goes", node{stamp: "1"}, node{err: away}, "replica", "replica"},
		{"the replica goes", node{err: away}, node{stamp: "2"}, "replica", "server"},
		{"the replica comes, and is behind", node{stamp: "1"}, node{stamp: "2"}, "server", "server"},
		{"the replica has caught up", node{stamp: "2"}, node{stamp: "2"}, "server", "replica"},
		{"the replica is behind and the server goes", node{stamp: "1"}, node{err: away}, "server", "replica"},
		{"both go", node{err: away}, node{err: away}, "server", ""},
	} {
		tt.replica.what, tt.main.what = "replica", "server"
		w := &serverWatch{nodes: []*node{&tt.replica, &tt.main}}
		for _, n := range w.nodes {
			if n.what == tt.now {
				w.now = n
			}
		}
		got := ""
		if n := w.best(); n != nil {
			got = n.what
		}
		if got != tt.want {
			t.Errorf("%s: %q is read, want %q", tt.name, got, tt.want)
		}
	}
}
