package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// deployFile reads a file of docs/deploy.
func deployFile(t *testing.T, name string) string {
	t.Helper()
	text := must.Get(os.ReadFile(filepath.Join(resultstest.ModuleRoot(t), "docs", "deploy", name)))(t)
	return string(text)
}

// knownSettings fails for a variable that is no setting, and for a value that the
// program refuses.
func knownSettings(t *testing.T, where string, variables map[string]string) {
	t.Helper()
	for name, value := range variables {
		t.Setenv(name, value)
		_, parser := must.Get2(parsed(t, "version"))(t)
		if f := settings(parser.Model)[strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, envPrefix), "_", "-"))]; f == nil {
			t.Errorf("%s sets %s, which is no setting", where, name)
		}
	}
}

// The units start commands that the program has, with settings that it knows.
func TestUnits(t *testing.T) {
	for _, name := range []string{"clawatlas.service", "clawatlas-backup.service", "clawatlas-backup.timer"} {
		text := deployFile(t, name)
		variables := map[string]string{}
		for _, m := range regexp.MustCompile(`(?m)^Environment=(\w+)=(.*)$`).FindAllStringSubmatch(text, -1) {
			variables[m[1]] = m[2]
		}
		knownSettings(t, name, variables)
		for _, m := range regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/clawatlas (.*)$`).FindAllStringSubmatch(text, -1) {
			c, _, err := parsed(t, strings.Fields(m[1])...)
			if err != nil {
				t.Errorf("%s: clawatlas %s: %v", name, m[1], err)
			} else if db := "/var/lib/clawatlas/clawatlas.db"; c.Serve.DB != db || c.Backup.DB != db {
				t.Errorf("%s serves %s and copies %s", name, c.Serve.DB, c.Backup.DB)
			}
		}
		if strings.HasSuffix(name, ".service") && (len(variables) == 0 || !strings.Contains(text, "\nExecStart=/usr/local/bin/clawatlas ")) {
			t.Errorf("%s starts nothing", name)
		}
	}
}

// The containers agree with the image: user, port, folder, flags, settings, and the
// proxy that is trusted is the one that there is.
func TestCompose(t *testing.T) {
	var c struct {
		Services map[string]struct {
			Image       string
			Environment map[string]string
			Command     []string
			Volumes     []string
			Tmpfs       []string
			Networks    []string
			ReadOnly    bool                                  `yaml:"read_only"`
			CapDrop     []string                              `yaml:"cap_drop"`
			DependsOn   map[string]struct{ Condition string } `yaml:"depends_on"`
		}
		Networks map[string]struct {
			Ipam struct{ Config []struct{ Subnet string } }
		}
		Volumes map[string]any
	}
	must.Do(t, yaml.NewDecoder(strings.NewReader(deployFile(t, "compose.yaml"))).Decode(&c))
	image := must.Get(os.ReadFile(filepath.Join(resultstest.ModuleRoot(t), "Dockerfile")))(t)
	said := func(pattern string) string {
		m := regexp.MustCompile(pattern).FindSubmatch(image)
		if m == nil {
			t.Fatalf("the Dockerfile has no %s", pattern)
		}
		return string(m[1])
	}
	user, port, folder := said(`(?m)^USER (\d+):\d+$`), said(`(?m)^EXPOSE (\d+)$`), said(`(?m)^VOLUME (\S+)$`)
	server, backup, proxy := c.Services["clawatlas"], c.Services["backup"], c.Services["proxy"]
	knownSettings(t, "compose.yaml", server.Environment)
	if subnet := c.Networks[server.Networks[0]].Ipam.Config[0].Subnet; server.Environment["CLAWATLAS_TRUSTED_PROXY"] != subnet || proxy.Networks[0] != server.Networks[0] {
		t.Errorf("trusted is %s, the proxy is in %s", server.Environment["CLAWATLAS_TRUSTED_PROXY"], subnet)
	}
	if !strings.Contains(deployFile(t, "Caddyfile"), "reverse_proxy clawatlas:"+port+"\n") || proxy.DependsOn["clawatlas"].Condition != "service_healthy" {
		t.Error("the proxy does not wait for the server at its port")
	}
	for name, s := range map[string]struct {
		volumes, tmpfs, drop []string
		readOnly             bool
	}{"clawatlas": {server.Volumes, server.Tmpfs, server.CapDrop, server.ReadOnly}, "backup": {backup.Volumes, backup.Tmpfs, backup.CapDrop, backup.ReadOnly}} {
		if len(s.volumes) != 1 || s.volumes[0] != "data:"+folder || !s.readOnly || len(s.drop) != 1 || s.drop[0] != "ALL" || !strings.Contains(s.tmpfs[0], "uid="+user+",") {
			t.Errorf("%s: %+v; the image has the user %s and the folder %s", name, s, user, folder)
		}
	}
	if _, ok := c.Volumes["data"]; !ok || backup.Image != server.Image {
		t.Error("the backup is of another volume or image")
	}
	args, _, err := parsed(t, backup.Command...)
	if err != nil || !strings.HasPrefix(args.Backup.DB, folder+"/") || args.Backup.Keep == 0 {
		t.Errorf("clawatlas %s: %v, %+v", strings.Join(backup.Command, " "), err, args.Backup)
	}
}

// The page shows the files, and its commands are those of the program.
func TestDeployPage(t *testing.T) {
	page, _ := docs.Find("deploy")
	for _, name := range []string{"clawatlas.service", "clawatlas-backup.service", "clawatlas-backup.timer", "compose.yaml", "Caddyfile", "cluster.yaml", "cluster.Caddyfile", "postgres.conf", "primary.sh"} {
		if !strings.Contains(page.Markdown, "`"+name+"`:\n\n```\n"+deployFile(t, name)+"```") {
			t.Errorf("docs/deploy.md does not show %s", name)
		}
	}
	var said bytes.Buffer
	for _, m := range regexp.MustCompile(`(?m)^ {4}(?:runuser -u clawatlas -- |docker .* clawatlas )?clawatlas ((?:ingest|backup|list|serve) .*)$`).FindAllStringSubmatch(page.Markdown, -1) {
		if _, _, err := parsed(t, strings.Fields(m[1])...); err != nil {
			t.Errorf("clawatlas %s: %v", m[1], err)
		}
		said.WriteString(m[1] + "\n")
	}
	if strings.Count(said.String(), "\n") < 3 {
		t.Errorf("commands of the page: %s", said.String())
	}
}
