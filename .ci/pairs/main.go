// Command pairs runs the same command with two binaries alternately and compares CPU time, peak
// memory and database size:
//
//	go run ./.ci/pairs [-times 5] [-from OLD.db,NEW.db] OLD NEW ingest --db DB PATH...
//
// The argument DB is replaced by the path of a separate database for each run: a copy of the
// binary's -from file, or a new one.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// cost holds the measurements of one run: CPU time in seconds, peak memory in MB and database size
// in MB.
type cost [3]float64

func main() {
	times := flag.Int("times", 5, "runs of each binary")
	from := flag.String("from", "", "databases that the runs of each binary begin with")
	flag.Parse()
	if flag.NArg() < 3 {
		log.Fatal("usage: pairs [-times N] [-from OLD.db,NEW.db] OLD NEW ARGUMENTS")
	}
	dir, err := os.MkdirTemp("", "pairs-")
	check(err)
	defer os.RemoveAll(dir)
	var binaries [2]string // copied, because a binary that the linker has just written uses more memory
	for i, name := range []string{"old", "new"} {
		binaries[i] = filepath.Join(dir, name)
		check(copyFile(binaries[i], flag.Arg(i)))
	}
	var all [2][]cost
	for range *times {
		for i, binary := range binaries {
			before := ""
			if *from != "" {
				before = strings.Split(*from+","+*from, ",")[i]
			}
			c, err := run(binary, before, flag.Args()[2:])
			check(err)
			all[i] = append(all[i], c)
		}
	}
	fmt.Printf("%-6s %12s %12s %12s\n", "", "CPU s", "peak MB", "database MB")
	before, after := median(all[0]), median(all[1])
	fmt.Printf("%-6s %12.2f %12.0f %12.1f\n", "old", before[0], before[1], before[2])
	fmt.Printf("%-6s %12.2f %12.0f %12.1f\n", "new", after[0], after[1], after[2])
	fmt.Printf("%-6s %12.2f %12.2f %12.2f\n", "ratio", after[0]/before[0], after[1]/before[1], after[2]/before[2])
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// median returns the median of each measurement.
func median(list []cost) (m cost) {
	for k := range m {
		slices.SortFunc(list, func(a, b cost) int { return cmp.Compare(a[k], b[k]) })
		m[k] = list[len(list)/2][k]
	}
	return m
}

func run(binary, before string, args []string) (c cost, err error) {
	dir, err := os.MkdirTemp("", "pairs-")
	if err != nil {
		return c, err
	}
	defer os.RemoveAll(dir)
	db := filepath.Join(dir, "x.db")
	if before != "" {
		if err := copyFile(db, before); err != nil {
			return c, err
		}
	}
	own := slices.Clone(args)
	for i, a := range own {
		if a == "DB" {
			own[i] = db
		}
	}
	cmd := exec.Command(binary, own...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return c, fmt.Errorf("%s: %w\n%s", binary, err, out)
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return c, fmt.Errorf("this system does not tell how much memory %s took", binary)
	}
	c[0] = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	c[1] = float64(usage.Maxrss) / 1024
	if info, err := os.Stat(db); err == nil {
		c[2] = float64(info.Size()) / 1e6
	}
	return c, nil
}

// copyFile does not load the whole file, because the memory of this process would count towards the
// peak of its child processes.
func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o700)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
