package main

import (
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// The containers of a cluster agree with each other, with the files beside them and with
// the guide that sets up the same by hand.
func TestCluster(t *testing.T) {
	type service struct {
		Image       string
		Environment map[string]string
		Command     []string
		Tmpfs       []string
		ReadOnly    bool     `yaml:"read_only"`
		CapDrop     []string `yaml:"cap_drop"`
	}
	var c struct {
		Services map[string]service
		Networks map[string]struct {
			Ipam struct{ Config []struct{ Subnet string } }
		}
	}
	filled := regexp.MustCompile(`\$\{(\w+)[^}]*\}`).ReplaceAllString(deployFile(t, "cluster.yaml"), "of-$1")
	must.Do(t, yaml.NewDecoder(strings.NewReader(filled)).Decode(&c))
	page, _ := docs.Find("deploy")
	_, guide, _ := strings.Cut(page.Markdown, "\n## Two servers and a replica\n")
	guide, _, _ = strings.Cut(guide, "`cluster.yaml`:")

	ours := map[string]string{}
	for name, value := range c.Services["one"].Environment {
		if strings.HasPrefix(name, envPrefix) {
			ours[name] = value
		}
	}
	knownSettings(t, "cluster.yaml", ours)
	for _, name := range []string{"one", "two"} {
		s := c.Services[name]
		if args, _, err := parsed(t, s.Command...); err != nil || args.Serve.DB != "" || !s.ReadOnly || !slices.Equal(s.CapDrop, []string{"ALL"}) || len(s.Tmpfs) != 2 {
			t.Errorf("%s is started with %v: %v, or may do too much: %+v", name, s.Command, err, s)
		}
		for key, host := range map[string]string{"CLAWATLAS_STORE": "primary", "CLAWATLAS_READ_STORE": "replica", "CLAWATLAS_BLOBS": "bodies"} {
			if u, err := url.Parse(s.Environment[key]); err != nil || u.Host != host {
				t.Errorf("%s: %s is %q", name, key, s.Environment[key])
			}
		}
		if !strings.Contains(deployFile(t, "cluster.Caddyfile"), " "+name+":8080") {
			t.Errorf("the proxy does not ask %s", name)
		}
		if subnet := c.Networks["inside"].Ipam.Config[0].Subnet; s.Environment["CLAWATLAS_TRUSTED_PROXY"] != subnet {
			t.Errorf("%s trusts %s, the proxy is in %s", name, s.Environment["CLAWATLAS_TRUSTED_PROXY"], subnet)
		}
	}

	// The same settings of the database everywhere.
	for _, m := range regexp.MustCompile(`(?m)^(\w+) = '?([^'\n]+)'?$`).FindAllStringSubmatch(deployFile(t, "postgres.conf"), -1) {
		for _, name := range []string{"primary", "replica"} {
			if said := strings.ReplaceAll(strings.Join(c.Services[name].Command, " "), `"`, ""); !strings.Contains(said, "-c "+m[1]+"="+m[2]) {
				t.Errorf("%s has no %s = %s: %s", name, m[1], m[2], said)
			}
		}
	}
	// The store of objects is the version that tests run with.
	source := must.Get(os.ReadFile(filepath.Join(resultstest.ModuleRoot(t), "results", "storetest", "gateway.go")))(t)
	tested := regexp.MustCompile(`, "(v[\d.]+)"`).FindSubmatch(source)
	if tested == nil || c.Services["objects"].Image != "versity/versitygw:"+string(tested[1]) || !strings.Contains(guide, "versitygw@"+string(tested[1])+"\n") {
		t.Errorf("tests run with the gateway %s, the containers with %s", tested, c.Services["objects"].Image)
	}
}

// guide runs what the guide runs on the primary, and holds that an ordinary user who owns
// the database may do all that the program does.
func (s *servers) guide(t *testing.T) {
	u := must.Get(url.Parse(s.main.Address("postgres")))(t)
	cmd := exec.Command("sh", filepath.Join(resultstest.ModuleRoot(t), "docs", "deploy", "primary.sh"))
	cmd.Env = append(os.Environ(), "PGHOST="+u.Hostname(), "PGPORT="+u.Port(), "PGUSER="+u.User.Username(), "ATLAS_PASSWORD=it's "+secret, "REPLICATION_PASSWORD="+secret)
	if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), secret) {
		t.Fatalf("primary.sh: %v\n%s", err, out)
	}
	as := func(address string) string { return strings.Replace(address, u.User.Username()+"@", "atlas@", 1) }
	flags := []string{"--store", as(s.main.Address("atlas")), "--blobs", filepath.Join(t.TempDir(), "bodies")}
	wants(t, 0, `(?m)^4 runs`, append([]string{"ingest", exampleDir(t)}, flags...)...)
	wants(t, 0, `(?m)^4 runs$`, append([]string{"list"}, flags...)...)
	wants(t, 0, "up to date", append([]string{"migrate"}, flags...)...)
	site := startProgram(t, "clawatlas-small", append(flags, "--read-store", as(s.replica.Address("atlas")))...)
	healthIs(t, site, 200)
	if body, code, err := get(site + "/api/v1/runs"); code != 200 || !strings.Contains(body, "thorough") {
		t.Errorf("from the replica: %d, %v, %.300s", code, err, body)
	}
}
