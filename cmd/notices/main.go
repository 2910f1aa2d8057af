// Command notices writes what the licences of the software inside the clawatlas
// binary ask for: their texts (third_party.txt) and a list of the components
// (third_party.json), which the binary carries and prints. It fails where a
// package has no licence, one that is not recognised, or one that is not allowed.
//
//	go run ./cmd/notices            # write them
//	go run ./cmd/notices -check     # fail if they are not current, as CI does
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

const (
	program = "./cmd/clawatlas"
	textTo  = "cmd/clawatlas/third_party.txt"
	listTo  = "cmd/clawatlas/third_party.json"
)

func main() {
	check := flag.Bool("check", false, "fail if the files are not current, write nothing")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	components, err := collect(program)
	if err != nil {
		return err
	}
	list, err := json.MarshalIndent(components, "", " ")
	if err != nil {
		return fmt.Errorf("encode %s: %w", listTo, err)
	}
	files := map[string][]byte{textTo: text(components), listTo: append(list, '\n')}
	for name, want := range files {
		if check {
			got, err := os.ReadFile(name)
			if err != nil || !bytes.Equal(got, want) {
				return fmt.Errorf("%s is not current: run `make notices` and look at what changed", name)
			}
			continue
		}
		if err := os.WriteFile(filepath.FromSlash(name), want, 0o644); err != nil {
			return fmt.Errorf("write notices: %w", err)
		}
	}
	fmt.Printf("%d components, all of them under licences that allow redistribution\n", len(components))
	return nil
}
