package resultstest

import (
	"net"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// FreePort returns an unused TCP port on 127.0.0.1.
func FreePort(t testing.TB) int {
	t.Helper()
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}
