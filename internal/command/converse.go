package command

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

const conversationHelp = `Write a note or ask a question; Weft can tell which.

  /ask TEXT      answer TEXT as a question
  /log TEXT      keep TEXT as a note
  /explain TEXT  show what Weft would do with TEXT
  /search TEXT   search your notes
  /entries DAY   list a day's entries
  /tasks         list your open tasks
  /today         show what is due
  /runs ls       list runs; every other weft command works here too
  /clear         clear the screen
  /help          show this help
  /quit          leave; Ctrl-D does the same

Tab completes commands, threads and ids of entries; Ctrl-R searches what you
wrote before; Ctrl-C stops an answer; Alt-Enter begins a new line. A command
that is a single word needs no slash: help, tasks, quit.
`

// notInside are commands that make no sense within a conversation.
var notInside = []string{"up", "serve", "demo", "completion", "weft"}

// A prompt yields what the user writes, line by line, and io.EOF at the end.
type prompt interface {
	next(ctx context.Context) (string, error)
}

// A conversation is one session of "weft" without a command. Its inputs are the turns
// of a thread.
type conversation struct {
	*program
	prompt prompt
	open   *connection
	asking *orchestratorv1.RunReport // of the last turn, if it waits for an answer
	worst  int                       // exit code of the first input that was not done
}

// threadName is the name of a conversation that was given none: when it began, and
// letters that keep two of the same minute apart.
func threadName(began time.Time) string {
	return began.Format("2006-01-02-1504-") + strings.ToLower(rand.Text()[:3])
}

// converse takes inputs until there are no more. Where a person types there is
// a prompt with a history, else each line is an input.
func (p *program) converse(ctx context.Context) error {
	if err := p.offerFolder(ctx); err != nil {
		return err
	}
	zone, err := p.zone()
	if err != nil {
		return err
	}
	p.flags.thread = cmp.Or(p.flags.thread, threadName(time.Now().In(zone)))
	p.converses = true
	c := &conversation{program: p, prompt: p.in}
	if err := c.connect(ctx); err != nil {
		return err
	}
	defer c.disconnect()
	p.welcome(ctx, c.open)
	p.offerResume(ctx, c.open)
	if p.interactive() {
		c.prompt = newTerminalPrompt(p, func(before string) (int, []string) { return c.completeInput(ctx, before) })
		p.notice("Write a note or ask a question. /help shows more; Ctrl-D quits.")
		p.notice("This is thread %s. To come back to it later: weft --thread %s", p.flags.thread, p.flags.thread)
	}
	return c.run(ctx)
}

// connect opens the session of a conversation, for other commands on the vault as well:
// they would wait for as long as nothing is typed.
func (c *conversation) connect(ctx context.Context) error {
	s, err := c.program.connect(ctx)
	if err != nil {
		return err
	}
	s.kept = true
	c.open = s
	c.share(ctx, s)
	return nil
}

func (c *conversation) disconnect() {
	if c.open != nil {
		c.open.kept = false
		c.open.close()
		c.open = nil
	}
}

// reconnect opens another session if the server of this one has ended since the last
// turn: it may have been another conversation.
func (c *conversation) reconnect(ctx context.Context) error {
	if c.open != nil && !c.open.Gone(ctx) {
		return nil
	}
	c.disconnect()
	return c.connect(ctx)
}

func (c *conversation) run(ctx context.Context) error {
	for {
		text, err := c.next(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, io.EOF) {
			return c.end()
		}
		if err != nil {
			return err
		}
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		if isOneOf(strings.ToLower(strings.TrimPrefix(text, "/")), []string{"quit", "exit"}) && !c.isChoice(text) {
			return c.end()
		}
		code := c.stoppableTurn(ctx, text)
		if code != exitDone && c.worst == exitDone {
			c.worst = code
		}
		if ctx.Err() != nil {
			return exitError{exitInterrupted}
		}
	}
}

// stoppableTurn is turn, of which Ctrl-C stops only the turn where a person types.
func (c *conversation) stoppableTurn(ctx context.Context, text string) int {
	if !c.interactive() {
		return c.turn(ctx, text)
	}
	turn, release := stoppable(ctx)
	defer release()
	return c.turn(turn, text)
}

// next returns what was written in place of an answer, or else what comes now.
func (c *conversation) next(ctx context.Context) (string, error) {
	if text := c.another; text != "" {
		c.another = ""
		return text, nil
	}
	return c.prompt.next(ctx)
}

// end returns the outcome: a person has seen what went wrong, a script needs
// the exit code.
func (c *conversation) end() error {
	if c.worst == exitDone || c.interactive() {
		return nil
	}
	return exitError{c.worst}
}

// turn does what one line says, and returns its exit code.
func (c *conversation) turn(ctx context.Context, text string) int {
	if err := c.reconnect(ctx); err != nil {
		return c.finish(ctx, err)
	}
	if command, ok := strings.CutPrefix(text, "/"); ok {
		return c.command(ctx, commandWords(command))
	}
	intent := commonv1.InputType_INPUT_TYPE_UNSPECIFIED
	if isBareWord(text) && !c.isChoice(text) {
		if word := strings.ToLower(text); word == "clear" || findCommand(c.rootCommand(), []string{word}) != nil {
			return c.command(ctx, []string{word})
		}
		kind, ok, err := c.answerable(ctx, c.open, text)
		if err == nil && !ok {
			err = unknownWord(c.rootCommand(), text)
		}
		if err != nil {
			return c.finish(ctx, err)
		}
		intent = kind
	}
	report, err := c.say(ctx, text, intent)
	if err == nil {
		if err = c.presentTurn(report); err == nil {
			err = c.showProposed(ctx, c.open, report)
		}
	}
	return c.finish(ctx, err)
}

// say gives a text to the run that has just asked, if it is one of the choices, and
// else starts a run with it.
func (c *conversation) say(ctx context.Context, text string, intent commonv1.InputType) (*orchestratorv1.RunReport, error) {
	before := c.asking
	c.asking = nil
	report, err := (*orchestratorv1.RunReport)(nil), error(nil)
	if answer, ok := chosen(before, text); ok {
		report, err = c.answer(ctx, c.open, before.GetRunId(), &orchestratorv1.AnswerRunRequest{
			Answers: []*orchestratorv1.QuestionAnswer{{QuestionId: before.GetQuestions()[0].GetId(), Text: answer}},
		})
	} else {
		report, err = c.process(ctx, c.open, text, intent)
	}
	if report.GetStatus() == orchestratorv1.RunReport_WAITING {
		c.asking = report
	}
	return report, err
}

// isChoice reports whether a text is a choice of the run that has just asked.
func (c *conversation) isChoice(text string) bool {
	_, ok := chosen(c.asking, text)
	return ok
}

// chosen returns the choice of a run's only question that a text is.
func chosen(asking *orchestratorv1.RunReport, text string) (string, bool) {
	if len(asking.GetQuestions()) != 1 {
		return "", false
	}
	return choice(text, asking.GetQuestions()[0].GetOptions())
}

// presentTurn prints a report, with a blank line after it so that turns stand
// apart; as JSON each turn is one line.
func (c *conversation) presentTurn(r *orchestratorv1.RunReport) error {
	if !c.flags.json() {
		err := c.present(r)
		if c.interactive() {
			return errors.Join(err, c.print("\n"))
		}
		return err
	}
	line, err := render.Line(r)
	if err != nil {
		return err
	}
	if err := c.print(string(line) + "\n"); err != nil {
		return err
	}
	return outcome(r)
}

// command runs a command of the command line within the conversation.
func (c *conversation) command(ctx context.Context, words []string) int {
	if len(words) == 0 || (words[0] == "help" && len(words) == 1) {
		return c.finish(ctx, c.print(conversationHelp))
	}
	if words[0] == "clear" {
		c.clearScreen()
		return exitDone
	}
	inner := &program{
		mesh: c.mesh, in: c.in, out: c.out, err: c.err, flags: c.flags,
		environ: c.environ, env: c.env, outStyle: c.outStyle, errStyle: c.errStyle,
		config: c.program.config, shared: c.open, converses: true,
	}
	defer func() { c.another = inner.another }()
	root := inner.rootCommand()
	if findCommand(root, words) == nil {
		if near := nearest(words[0], root, slips); near != nil && !isOneOf(near.Name(), notInside) {
			return c.finish(ctx, usage("there is no command /%s; did you mean /%s?", words[0], near.Name()))
		}
		return c.finish(ctx, usage("there is no command /%s; /help lists the commands", words[0]))
	}
	return inner.run(ctx, words)
}

// findCommand returns the command that words name within a conversation, nil if
// there is none.
func findCommand(root *cobra.Command, words []string) *cobra.Command {
	if words[0] == "help" { // which is added when a command runs
		return root
	}
	found, _, err := root.Find(words)
	if err != nil || found == root || isOneOf(found.Name(), notInside) {
		return nil
	}
	return found
}

// tellText are the commands whose words are a text.
var tellText = []string{"ask", "log", "explain", "search"}

// commandWords are the words of a command. A text behind it stays as it is: flags are
// written before it.
func commandWords(command string) []string {
	name, text, _ := strings.Cut(command, " ")
	text = strings.TrimSpace(text)
	flags := strings.HasPrefix(text, "-") && !aside(text)
	if text != "" && !flags && (isOneOf(name, tellText) || strings.Contains(text, "\n")) {
		return []string{name, "--", text}
	}
	return strings.Fields(command)
}

// clearScreen clears the terminal and what can be scrolled back.
func (c *conversation) clearScreen() {
	if c.interactive() {
		_, _ = io.WriteString(c.err.Editor(), "\x1b[H\x1b[2J\x1b[3J")
	}
}

func isOneOf(word string, words []string) bool {
	for _, w := range words {
		if w == word {
			return true
		}
	}
	return false
}
