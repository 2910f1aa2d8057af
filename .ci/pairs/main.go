// Command pairs runs the same command of two binaries in turns and compares CPU time, peak memory and database size:
//
//	go run ./.ci/pairs [-times 5] [-from OLD.db,NEW.db] OLD NEW ingest --db DB PATH...
//
// DB in an argument is a database of its own for each run: a copy of the -from file of that binary, or a new one.
package main

import (
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

// cost is what one run took.
type cost struct{ cpu, peak, size float64 } // seconds, MB, MB

func main() {
	times := flag.Int("times", 5, "runs of each binary")
	from := flag.String("from", "", "databases that the runs of each binary begin with")
	flag.Parse()
	if flag.NArg() < 3 {
		log.Fatal("usage: pairs [-times N] [-from OLD.db,NEW.db] OLD NEW ARGUMENTS")
	}
	var all [2][]cost
	for range *times {
		for i, binary := range flag.Args()[:2] {
			before := ""
			if *from != "" {
				before = strings.Split(*from+","+*from, ",")[i]
			}
			c, err := run(binary, before, flag.Args()[2:])
			if err != nil {
				log.Fatal(err)
			}
			all[i] = append(all[i], c)
		}
	}
	fmt.Printf("%-6s %12s %12s %12s\n", "", "CPU s", "peak MB", "database MB")
	var medians [2][3]float64
	for i, name := range []string{"old", "new"} {
		for k, of := range []func(cost) float64{
			func(c cost) float64 { return c.cpu }, func(c cost) float64 { return c.peak }, func(c cost) float64 { return c.size },
		} {
			medians[i][k] = median(all[i], of)
		}
		fmt.Printf("%-6s %12.2f %12.0f %12.1f\n", name, medians[i][0], medians[i][1], medians[i][2])
	}
	fmt.Printf("%-6s %12.2f %12.2f %12.2f\n", "ratio", medians[1][0]/medians[0][0], medians[1][1]/medians[0][1], medians[1][2]/medians[0][2])
}

func median(list []cost, of func(cost) float64) float64 {
	values := make([]float64, len(list))
	for i, c := range list {
		values[i] = of(c)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// run runs a binary once, in a folder of its own.
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
	c.cpu = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	c.peak = float64(usage.Maxrss) / 1024
	if info, err := os.Stat(db); err == nil {
		c.size = float64(info.Size()) / 1e6
	}
	return c, nil
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if closed := out.Close(); err == nil {
		err = closed
	}
	return err
}
