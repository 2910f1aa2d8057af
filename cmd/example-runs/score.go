package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"
)

var (
	boxEscapes = strings.NewReplacer(`\[`, "", `\]`, "", `\(`, "", `\)`, "")
	boxPattern = regexp.MustCompile(`\\(?:bbox|boxed)\{([^}]*)\}`)
)

// extract returns the letters of the first box in text, upper case and sorted,
// or nil if there is no box.
func extract(text string) []string {
	m := boxPattern.FindStringSubmatch(boxEscapes.Replace(text))
	if m == nil {
		return nil
	}
	letters := []string{}
	for _, r := range strings.ToUpper(m[1]) {
		if r >= 'A' && r <= 'Z' && !slices.Contains(letters, string(r)) {
			letters = append(letters, string(r))
		}
	}
	slices.Sort(letters)
	return letters
}

// compareChoice gives the metrics of a selection against the answer.
func compareChoice(selected, gold []string) choiceMetrics {
	common := 0
	for _, l := range selected {
		if slices.Contains(gold, l) {
			common++
		}
	}
	union := len(selected) + len(gold) - common
	m := choiceMetrics{IoU: ratio(common, union), Precision: ratio(common, len(selected)), Recall: ratio(common, len(gold))}
	if m.Precision+m.Recall > 0 {
		m.F1 = 2 * m.Precision * m.Recall / (m.Precision + m.Recall)
	}
	if common == union {
		m.ExactMatch = 1
	}
	return m
}

func ratio(a, b int) number {
	if b == 0 {
		return 0
	}
	return number(float64(a) / float64(b))
}

// checkResult is what a check's command left behind.
type checkResult struct {
	exitCode       int
	stdout, stderr string
}

// runCheck runs a check's command. The workspace's real place is replaced in
// its output by name, so that records are the same on every machine.
func runCheck(ctx context.Context, command, workspace, name string, limit time.Duration) (checkResult, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := shell(ctx, command, workspace)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return checkResult{}, fmt.Errorf("run check: %w", err)
	}
	hide := strings.NewReplacer(workspace, name)
	return checkResult{cmd.ProcessState.ExitCode(), hide.Replace(stdout.String()), hide.Replace(stderr.String())}, nil
}

// shell is a command line in a small and constant environment.
func shell(ctx context.Context, command, dir string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "HOME=" + dir, "TMPDIR=" + os.TempDir()}
	// A child of a command that was cut off may hold the pipe a little longer.
	cmd.WaitDelay = 5 * time.Second
	return cmd
}
