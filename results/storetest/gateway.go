package storetest

import (
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results/resultstest"
)

// module is versitygw, an S3-compatible object store. The compiled binary is kept in the user's
// cache directory, by version.
const module, version = "github.com/versity/versitygw/cmd/versitygw", "v1.8.0"

// Gateway is a running object store with one bucket, "bodies".
type Gateway struct {
	Dir  string // directory of the bucket, with one file per object
	bin  string
	host string
	cmd  *exec.Cmd
}

// GatewaySecret is the secret key of the object store.
const GatewaySecret = "not-a-secret"

// StartGateway starts an object store that runs until t ends, and sets the environment variables
// with its credentials.
func StartGateway(t testing.TB) *Gateway {
	t.Helper()
	g := &Gateway{Dir: filepath.Join(t.TempDir(), "bodies"), bin: program(t), host: "127.0.0.1:" + strconv.Itoa(resultstest.FreePort(t))}
	if err := os.Mkdir(g.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", GatewaySecret)
	t.Setenv("AWS_SESSION_TOKEN", "")
	g.Run(t)
	t.Cleanup(g.Kill)
	return g
}

// Run starts the object store again after Kill.
func (g *Gateway) Run(t testing.TB) {
	t.Helper()
	g.cmd = exec.Command(g.bin, "--port", g.host, "--quiet", "posix", filepath.Dir(g.Dir))
	g.cmd.Env = append(os.Environ(), "ROOT_ACCESS_KEY_ID=test", "ROOT_SECRET_ACCESS_KEY="+GatewaySecret)
	if err := g.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range 200 {
		if c, err := net.DialTimeout("tcp", g.host, time.Second); err == nil {
			c.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the object store does not listen")
}

// Kill stops the object store immediately, as in a power failure.
func (g *Gateway) Kill() {
	if g.cmd.Process != nil {
		_ = g.cmd.Process.Kill()
		_ = g.cmd.Wait()
	}
}

// Address returns the URL of a bucket, or of a prefix in it, for objects.Open.
func (g *Gateway) Address(bucketAndPrefix string) string {
	return "s3://" + bucketAndPrefix + "?endpoint=" + url.QueryEscape("http://"+g.host)
}

// program returns the path of the gateway's binary. It builds the binary if it does not exist.
func program(t testing.TB) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(cache, "clawatlas", "versitygw-"+version)
	bin := filepath.Join(dir, "versitygw")
	if _, err := os.Stat(bin); err == nil {
		return bin
	}
	cmd := exec.CommandContext(t.Context(), "go", "install", module+"@"+version)
	cmd.Env = append(os.Environ(), "GOBIN="+dir, "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build the object store: %v\n%s", err, out)
	}
	return bin
}
