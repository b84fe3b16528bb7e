package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/kit/config"
)

// RunProcess runs the command line of this process, on a mesh with what was added, and
// returns its exit code. A release has
// a version; without one the build information of the Go tool says what this is.
func RunProcess(version string, added app.Additions) int {
	ctx, stop := watchSignals(context.Background())
	defer stop()
	p := newProgram(wired{added}, os.Stdin, os.Stdout, os.Stderr, os.Environ())
	p.version = version
	return p.run(ctx, os.Args[1:])
}

// A program is one run of the command line.
type program struct {
	mesh    mesh
	version string // of a release; "" for other builds
	in      *lineReader
	out     *screen.Writer // whatever is printed goes through these two
	err     *screen.Writer
	wire    io.Writer // standard output as it is, for a protocol
	flags   globalFlags

	environ []string // NAME=value
	env     map[string]string

	outStyle screen.Style
	errStyle screen.Style

	config *loaded     // shared with the commands of a conversation
	shared *connection // of a conversation; nil outside of one

	converses bool     // takes one input after the other
	another   string   // of a conversation, what was written in place of an answer
	said      []string // what the user has answered to the questions of a run
	// calendarWarnings are what was told of the calendars that --calendar names.
	calendarWarnings []string
	started          bool // the command line was understood and its command runs
}

// A loaded is the configuration, read when it is first needed.
type loaded struct {
	once   sync.Once
	config *config.Config
	err    error
}

func newProgram(m mesh, stdin io.Reader, stdout, stderr io.Writer, env []string) *program {
	seal := screen.NewSeal()
	p := &program{
		mesh: m, in: newLineReader(stdin), out: screen.NewWriter(stdout, seal), err: screen.NewWriter(stderr, seal), wire: stdout,
		environ: env, env: map[string]string{}, config: &loaded{},
	}
	for _, pair := range env {
		if name, value, ok := strings.Cut(pair, "="); ok {
			p.env[name] = value
		}
	}
	p.outStyle = screen.StyleOf(stdout, p.getenv, seal)
	p.errStyle = screen.StyleOf(stderr, p.getenv, seal)
	return p
}

func (p *program) run(ctx context.Context, args []string) int {
	root := p.rootCommand()
	root.SetArgs(dashed(root, completable(args)))
	root.SetIn(p.in)
	root.SetOut(p.out)
	root.SetErr(p.err)
	err := root.ExecuteContext(ctx)
	if err != nil && !p.started {
		err = asUsage(err)
	}
	return p.finish(ctx, err)
}

func (p *program) getenv(name string) string { return p.env[name] }

// notice tells the person something that is not the result. --quiet and JSON
// output silence it.
func (p *program) notice(format string, args ...any) {
	if p.flags.quiet || p.flags.json() {
		return
	}
	p.say(p.errStyle.Dim(fmt.Sprintf(format, args...)))
}

// say writes a line to the error stream.
func (p *program) say(line string) {
	if !p.flags.json() {
		line = p.errStyle.Fit(line)
	}
	_, _ = fmt.Fprintln(p.err, p.exact(line))
}

// print writes a result. A closed pipe is not worth a message.
func (p *program) print(text string) error {
	if !p.flags.json() {
		text = p.outStyle.Fit(text)
	}
	_, err := io.WriteString(p.out, p.exact(text))
	return err
}

// exact keeps what the streams would take out of JSON, escaped: text is for
// people, and JSON tells programs what is there.
func (p *program) exact(text string) string {
	if p.flags.json() {
		return screen.JSON(text)
	}
	return text
}

// interactive reports whether a person can be asked: they see the questions
// and can type.
func (p *program) interactive() bool {
	return p.in.terminal() && p.errStyle.Terminal && !p.flags.json()
}
