package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/timestamppb"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// batchWindow is how many lines of a batch are under way at the same time.
const batchWindow = 8

type client = weftapi.Client

// batchCall answers one line of a batch.
type batchCall func(ctx context.Context, api client, input *orchestratorv1.Input) (message, error)

func batchFlag(c *cobra.Command, file *string) {
	c.Flags().StringVar(file, "batch", "", "answer each line of a JSON Lines `file` (text, now, timeZone); - reads standard input")
	_ = c.MarkFlagFilename("batch", "jsonl", "ndjson", "json")
}

// batch answers each line of a file with one line, in their order. A line that
// can't be answered gives an error as its line, and the batch goes on.
func (p *program) batch(ctx context.Context, file string, args []string, call batchCall) error {
	if len(args) > 0 {
		return usage("give either a text or --batch, not both")
	}
	source, err := p.open(file)
	if err != nil {
		return err
	}
	defer func() { _ = source.Close() }()
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	answers := make(chan chan batchLine, batchWindow)
	var readErr error
	go func() {
		defer close(answers)
		readErr = p.readBatch(ctx, source, answers, func(ctx context.Context, line []byte) (message, error) {
			input, err := p.batchInput(line)
			if err != nil {
				return nil, err
			}
			return call(ctx, s.api(), input)
		})
	}()
	bad := 0
	for answer := range answers {
		a := <-answer
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if a.failed {
			bad++
		}
		if err := p.print(string(a.out) + "\n"); err != nil {
			return err
		}
	}
	if readErr != nil {
		return readErr
	}
	if bad > 0 {
		p.notice("%d of the lines failed; their lines in the output say why", bad)
		return exitError{exitFailed}
	}
	return nil
}

func (p *program) open(file string) (io.ReadCloser, error) {
	if file == "-" {
		return io.NopCloser(p.in), nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, usage("can't read --batch %s: %v", file, fileError(err))
	}
	return f, nil
}

type batchLine struct {
	out    []byte
	failed bool
}

// readBatch starts a call for each line, as many at a time as answers holds.
// Blank lines are passed over but counted.
func (p *program) readBatch(ctx context.Context, source io.Reader, answers chan<- chan batchLine, call func(context.Context, []byte) (message, error)) error {
	r := bufio.NewReader(source)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			answer := make(chan batchLine, 1)
			select {
			case <-ctx.Done():
				return ctx.Err()
			case answers <- answer:
			}
			go func() { answer <- answerLine(ctx, n, line, call) }()
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func answerLine(ctx context.Context, n int, line []byte, call func(context.Context, []byte) (message, error)) batchLine {
	m, err := call(ctx, line)
	if err == nil {
		var out []byte
		if out, err = render.Line(m); err == nil {
			return batchLine{out: out}
		}
	}
	return batchLine{out: describe(err).json(n), failed: true}
}

// batchInput reads a line of a batch: the fields of an Input as JSON. now may
// be a local time, and what a line leaves out the flags decide. Fields that an
// Input does not have are passed over, so that lines may carry more.
func (p *program) batchInput(line []byte) (*orchestratorv1.Input, error) {
	if err := checkUTF8(string(line)); err != nil {
		return nil, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil {
		return nil, usage(`the line is not a JSON object such as {"text": "…"}: %v`, err)
	}
	if _, ok := fields["text"]; !ok {
		return nil, usage(`the line has no "text"`)
	}
	var now string
	if raw, ok := fields["now"]; ok && string(raw) != "null" {
		if err := json.Unmarshal(raw, &now); err != nil {
			return nil, usage(`"now" must be a string such as "2026-02-23T09:00"`)
		}
	}
	delete(fields, "now")
	rest, err := json.Marshal(fields)
	if err != nil {
		return nil, usage("%v", err)
	}
	var input orchestratorv1.Input
	if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(rest, &input); err != nil {
		return nil, usage("a field of the line has the wrong type: %v", err)
	}
	if input.GetThreadId() == "" && len(input.GetSession()) == 0 {
		input.ThreadId = p.flags.thread
	}
	if input.GetLabels() == nil {
		input.Labels = p.flags.labels
	}
	return &input, p.moment(&input, now)
}

// moment completes what an input says of its time.
func (p *program) moment(input *orchestratorv1.Input, now string) error {
	if now == "" {
		fixed, err := p.now()
		if err != nil {
			return err
		}
		input.Now = fixed
	}
	zone, err := p.zoneOf(input.GetTimeZone())
	if err != nil {
		return err
	}
	if input.GetTimeZone() == "" {
		input.TimeZone = p.flags.zone
	}
	if now != "" {
		t, err := parseNow(now, zone)
		if err != nil {
			return usage(`"now": %v`, err)
		}
		input.Now = timestamppb.New(t)
	}
	return nil
}
