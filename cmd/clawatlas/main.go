// Command clawatlas imports the records of agent benchmarks, recomputes every score and serves a
// site on which each number links to the tool calls it comes from.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
)

type cli struct {
	Config  kong.ConfigFlag  `env:"CLAWATLAS_CONFIG" help:"TOML file with settings, named like the variables but without CLAWATLAS_, in lower case and with hyphens. Flags override variables, and variables override the file." placeholder:"FILE"`
	Version kong.VersionFlag `help:"Print the version."`

	Serve    serveCmd    `cmd:"" help:"Serve the site. Without a database it first builds one from the bundled data."`
	View     viewCmd     `cmd:"" help:"Open records or transcripts in a browser, from a temporary database. Follows files as they grow."`
	Ingest   ingestCmd   `cmd:"" help:"Read records (directories or archives) into the database."`
	Sources  sourcesCmd  `cmd:"" help:"List the public sources of runs, and which of their runs the database has."`
	Check    checkCmd    `cmd:"" help:"Score records without storing them, and fail if they must not be merged. For submissions in CI."`
	Examples examplesCmd `cmd:"" help:"Write small example records of scripted agents, to try the commands on."`
	MCP      mcpCmd      `cmd:"" name:"mcp" help:"Serve an assistant over standard input and output (Model Context Protocol)."`
	Convert  convertCmd  `cmd:"" help:"Convert traces of any supported format to ATIF."`
	Export   exportCmd   `cmd:"" help:"Write the whole site as static files."`
	Migrate  migrateCmd  `cmd:"" help:"Upgrade a database of an older version."`
	Reread   rereadCmd   `cmd:"" help:"Re-read the stored records of runs that a different version of the program read."`
	List     listCmd     `cmd:"" help:"List the runs of a database, with state and size."`
	Remove   removeCmd   `cmd:"" help:"Delete runs completely."`
	Withdraw withdrawCmd `cmd:"" help:"Delete the content of runs, and keep a notice with the reason."`
	Hide     hideCmd     `cmd:"" help:"Hide runs from the site without deleting them; --undo shows them again."`
	Backup   backupCmd   `cmd:"" help:"Write a compact copy, even while other processes write; --public leaves out hidden runs."`
	Copy     copyCmd     `cmd:"" help:"Copy a database from a file to a server, or back."`
	Health   healthCmd   `cmd:"" help:"Check whether a running server is healthy."`
	Built    versionCmd  `cmd:"" name:"version" help:"Print the version."`
}

// Exit codes. A command ended by a signal exits with 128 plus the signal number, as in a shell.
const (
	exitOK      = 0
	exitRefused = 1
	exitUsage   = 2
)

// exitError is an exit code for an error whose message has already been printed.
type exitError int

func (e exitError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr *os.File) int {
	return program(args, &streams{out: newPrinter(stdout), err: newPrinter(stderr)})
}

func program(args []string, s *streams) int {
	ctx, stop := untilSignal(s.err)
	defer stop()
	parser, err := newParser(ctx, s)
	if err != nil {
		s.err.Printf("clawatlas: %s\n", err)
		return exitUsage
	}
	kctx, err := parser.Parse(args)
	if err != nil {
		text, _, _ := strings.Cut(plain(err), ": time: ") // the reason of time.ParseDuration
		s.err.Printf("clawatlas: %s\n", text)
		return exitUsage
	}
	if name := kctx.Selected().Name; name != "serve" && name != "view" { // a server finishes the current requests first
		stopSoon(ctx, s.err)
	}
	err = kctx.Run()
	var code exitError
	var wrong usageError
	var sig signalError
	switch {
	case err == nil:
		return exitOK
	case errors.As(context.Cause(ctx), &sig):
		return sig.tell(s.err)
	case errors.As(err, &wrong):
		s.err.Printf("clawatlas: %s\n", err)
		return exitUsage
	case errors.As(err, &code):
		return int(code)
	default:
		s.err.Printf("clawatlas: %s\n", plain(err))
		return exitRefused
	}
}

// newParser returns a parser for the command line, the environment and the settings file, in
// descending order of precedence.
func newParser(ctx context.Context, s *streams) (parser *kong.Kong, err error) {
	parser, err = kong.New(new(cli),
		kong.Name("clawatlas"),
		kong.Description("Leaderboards and traces of agent benchmarks, with every score linked to its records."),
		kong.UsageOnError(),
		kong.Vars{"version": "clawatlas " + programVersion()},
		kong.Configuration(settingsLoader(func() *kong.Application { return parser.Model })),
		kong.Writers(s.out, s.err),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(s),
	)
	return parser, err
}

// signalError is the cancellation cause of a context that a signal has cancelled.
type signalError struct{ sig syscall.Signal }

func (e signalError) Error() string { return "ended by " + e.name() }

func (e signalError) name() string {
	if e.sig == syscall.SIGINT {
		return "Ctrl-C (SIGINT)"
	}
	return "SIGTERM"
}

// tell reports the signal to the user and returns the exit code.
func (e signalError) tell(w io.Writer) int {
	fmt.Fprintf(w, "clawatlas: %v; a database keeps the runs that are complete\n", e)
	return 128 + int(e.sig)
}

// untilSignal returns a context that is cancelled by the first SIGINT or SIGTERM, with a
// signalError as its cause. A second signal exits the program immediately.
func untilSignal(stderr io.Writer) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		for sig := range signals {
			e := signalError{syscall.SIGTERM}
			if sig == os.Interrupt {
				e.sig = syscall.SIGINT
			}
			if ctx.Err() != nil {
				os.Exit(e.tell(stderr))
			}
			cancel(e)
		}
	}()
	return ctx, func() { signal.Stop(signals); cancel(nil) }
}

// grace is the time that a command has to finish after a signal. The database stays consistent even
// if the process is killed.
const grace = time.Second

// stopSoon exits the program when the grace period after a signal is over.
func stopSoon(ctx context.Context, stderr io.Writer) {
	go func() {
		<-ctx.Done()
		var e signalError
		if !errors.As(context.Cause(ctx), &e) {
			return
		}
		time.Sleep(grace)
		os.Exit(e.tell(stderr))
	}()
}
