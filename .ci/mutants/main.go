// Command mutants breaks the code on purpose, one place at a time, and runs the tests that should
// fail.
//
//	go run ./.ci/mutants [-only WORD] [-short=false] < LIST
//
// Each line of the list has four fields separated by tabs: the file, a text that occurs in it
// exactly once, its replacement, and the packages to test. The working tree is not changed: the
// compiler reads each broken file through an overlay. The command prints one line per mutant and
// exits with status 1 if more than one in ten survives.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// escapes unescapes newlines and tabs in a field of the list.
var escapes = strings.NewReplacer(`\n`, "\n", `\t`, "\t")

// mutant is a parsed line of the list.
type mutant struct {
	file, old, new string
	packages       []string
}

func main() {
	only := flag.String("only", "", "only mutants whose line contains this")
	short := flag.Bool("short", true, "run the tests with -short")
	flag.Parse()
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	tried, survived := 0, 0
	lines := bufio.NewScanner(os.Stdin)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if line == "" || strings.HasPrefix(line, "#") || !strings.Contains(line, *only) {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 4 {
			log.Fatalf("line %d has %d fields in place of 4", n, len(fields))
		}
		m := mutant{fields[0], escapes.Replace(fields[1]), escapes.Replace(fields[2]), strings.Fields(fields[3])}
		verdict, err := m.try(dir, *short)
		if err != nil {
			log.Fatalf("line %d: %v", n, err)
		}
		tried++
		if verdict == "SURVIVED" {
			survived++
		}
		fmt.Printf("%-8s %s: %q -> %q\n", verdict, m.file, m.old, m.new)
	}
	if err := lines.Err(); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d of %d mutants killed\n", tried-survived, tried)
	if survived*10 > tried {
		os.Exit(1)
	}
}

// try tests the packages against the broken file. It returns an error if the mutant does not
// compile, because otherwise the mutant would count as killed although no test ran.
func (m mutant) try(dir string, short bool) (string, error) {
	source, err := os.ReadFile(m.file)
	if err != nil {
		return "", err
	}
	if n := strings.Count(string(source), m.old); n != 1 {
		return "", fmt.Errorf("%s has %q %d times", m.file, m.old, n)
	}
	broken := filepath.Join(dir, "broken.go")
	if err := os.WriteFile(broken, []byte(strings.Replace(string(source), m.old, m.new, 1)), 0o600); err != nil {
		return "", err
	}
	path, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {path: broken}})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, replace, 0o600); err != nil {
		return "", err
	}
	if out, err := exec.Command("go", "build", "-overlay", overlay, "./"+filepath.Dir(m.file)).CombinedOutput(); err != nil {
		return "", fmt.Errorf("the mutant of %s does not compile:\n%s", m.file, out)
	}
	args := []string{"test", "-vet=off", "-failfast", "-timeout", "10m", "-overlay", overlay}
	if short {
		args = append(args, "-short")
	}
	if exec.Command("go", append(args, m.packages...)...).Run() != nil {
		return "killed", nil
	}
	return "SURVIVED", nil
}
