// Command openapi writes web/openapi.json, the description of the JSON API: its
// paths and parameters are those that the routes declare, its shapes are the
// types of the answers, its descriptions their doc comments.
//
//	go run ./cmd/openapi            # write it
//	go run ./cmd/openapi -check     # fail if it is not current, as make test does
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	siteweb "github.com/clawatlas/clawatlas/web/site"
)

func main() {
	check := flag.Bool("check", false, "fail if the file is not current, write nothing")
	flag.Parse()
	if err := run(".", *check); err != nil {
		fmt.Fprintln(os.Stderr, "openapi:", err)
		os.Exit(1)
	}
}

// run describes the API of the module at root.
func run(root string, check bool) error {
	d, err := describe(root, siteweb.Endpoints())
	if err != nil {
		return err
	}
	if len(d.bare) > 0 {
		return fmt.Errorf("these fields of answers have no doc comment:\n\t%s", strings.Join(d.bare, "\n\t"))
	}
	doc, err := d.encode()
	if err != nil {
		return err
	}
	to := filepath.Join(root, "web", "openapi.json")
	if check {
		if got, err := os.ReadFile(to); err != nil || !bytes.Equal(got, doc) {
			return fmt.Errorf("%s is not current: run `make openapi` and look at what changed", to)
		}
	} else if err := os.WriteFile(to, doc, 0o644); err != nil {
		return err
	}
	fmt.Printf("%d addresses, %d shapes\n", len(d.paths), len(d.shapes.found))
	return nil
}

// encode is the document as the file has it.
func (d *document) encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(d.whole())
	return b.Bytes(), err
}
