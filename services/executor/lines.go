package executor

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
)

// A framing is how messages follow each other.
type framing int

const (
	standardOutput framing = iota // of a process: lines, among which others may stand
	eventLines                    // of HTTP: the data of each is a line
	wholeBody                     // of HTTP: one
)

// A messageReader reads whole messages, and hands on what the SDK can read of them without a
// loss.
type messageReader struct {
	io.ReadCloser
	in      *bufio.Reader
	framing framing
	heard   *heard
	ready   []byte // and not handed on yet
	pending []byte // lines of a process whose message has not ended
	buffer  []byte // of the line that is read, or handed on
	err     error  // after what is ready
}

func newMessageReader(r io.ReadCloser, f framing, h *heard) *messageReader {
	return &messageReader{ReadCloser: r, in: bufio.NewReaderSize(r, pieceBytes), framing: f, heard: h}
}

// Read hands on what is ready.
func (m *messageReader) Read(p []byte) (int, error) {
	for len(m.ready) == 0 {
		if m.err != nil {
			return 0, m.err
		}
		m.readOn()
	}
	n := copy(p, m.ready)
	if m.ready = m.ready[n:]; len(m.ready) == 0 {
		m.ready = nil
	}
	return n, nil
}

// readOn reads a line, or the body.
func (m *messageReader) readOn() {
	if m.framing == wholeBody {
		var body []byte
		if body, m.err = io.ReadAll(m.in); m.err == nil {
			m.err = io.EOF
		}
		m.ready = m.exact(body)
		return
	}
	line, err := m.line()
	m.err = err
	switch {
	case m.framing == standardOutput:
		m.ready = m.messageOf(line)
	case bytes.HasPrefix(line, []byte("data:")):
		data := bytes.TrimPrefix(line[len("data:"):], []byte(" "))
		if exact := m.exact(data); !bytes.Equal(exact, data) {
			line = append([]byte("data: "), exact...)
		}
		m.ready = line
	default:
		m.ready = line
	}
}

// mostBuffer is how large a line's buffer is at most that serves for the next one too.
const mostBuffer = 1 << 20

// line reads a line with its end, if that comes. It is there until the next one is read.
func (m *messageReader) line() ([]byte, error) {
	if cap(m.buffer) > mostBuffer {
		m.buffer = nil
	}
	m.buffer = m.buffer[:0]
	for {
		part, err := m.in.ReadSlice('\n')
		if m.buffer = append(m.buffer, part...); len(m.buffer)+len(m.pending) > mostFrame {
			return nil, errTooLong
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return m.buffer, err
		}
	}
}

// messageOf returns the message that ends with a line of a process. Lines that are no message
// are passed over.
func (m *messageReader) messageOf(line []byte) []byte {
	if isMessage(line) {
		m.passOver(m.pending)
		m.pending = nil
		return m.exact(line)
	}
	first := bytes.TrimLeft(line, " \t\r\n")
	if m.pending == nil && (len(first) == 0 || first[0] != '{' && first[0] != '[') {
		m.passOver(line)
		return nil
	}
	m.pending = append(m.pending, line...)
	_, to, depth := valueAt(m.pending, 0)
	broken := depth > deeperThanRead || bytes.Count(m.pending, []byte{'\n'}) == 1 && !beginsJSON(m.pending)
	if to < 0 && m.err == nil && !broken {
		return nil // it goes on
	}
	whole := m.pending
	m.pending = nil
	switch {
	case isMessage(whole):
		return m.exact(whole)
	case depth > deeperThanRead || bytes.Contains(whole, []byte(`"jsonrpc"`)):
		m.heard.noteBroken(whole)
		return whole // the SDK says so at once
	}
	m.passOver(whole)
	return nil
}

// exact returns a message as the SDK can read it without a loss, and notes where it is broken.
func (m *messageReader) exact(message []byte) []byte {
	if len(message) > mostBuffer || json.Valid(message) {
		m.heard.noteWhole()
	} else {
		m.heard.noteBroken(message)
	}
	return keptExact(message, m.heard.odd)
}

// isMessage reports whether a text is one message whole, or a list of some.
func isMessage(text []byte) bool {
	from, to, _ := valueAt(text, 0)
	if to < 0 || blank(text, to) != len(text) {
		return false
	}
	switch text[from] {
	case '[':
		from, _, _ := valueAt(text, from+1)
		_, _, is := memberOf(text, from, "jsonrpc")
		return is
	case '{':
		_, _, is := memberOf(text, from, "jsonrpc")
		return is
	}
	return false
}

// beginsJSON reports whether a text may be the beginning of JSON.
func beginsJSON(text []byte) bool {
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		_, err := d.Token()
		if err != nil {
			return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		}
	}
}

func (m *messageReader) passOver(text []byte) {
	if text = bytes.TrimSpace(text); len(text) > 0 {
		m.heard.strayLine(string(text[:min(len(text), 4*mostStray)]))
	}
}

// deeperThanRead is deeper than any message that the SDK reads.
const deeperThanRead = 20_000

const (
	// mostStray is how much of a stray line is told, in bytes, and mostStrays of how many.
	mostStray  = 200
	mostStrays = 8
)

// heard is what was heard of a server besides messages that can be read. It is safe for
// concurrent use; nil hears nothing.
type heard struct {
	mu     sync.Mutex
	strays []string // lines on its standard output that are no message: the last ones, each once
	count  int      // of all that was heard and is odd
	last   string   // of that, in words
	broken string   // the place at which the last broken message is broken
	reply  string   // what is wrong with the last reply by HTTP to no call, "" for nothing
	left   []string // tools that were left out, and why, since it was asked
}

func (h *heard) strayLine(text string) {
	if h == nil {
		return
	}
	text = clip(printable(text), mostStray)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.noteOdd("it wrote to its standard output what is no message: " + quoted(text) + " (logs belong on standard error)")
	if slices.Contains(h.strays, text) {
		return
	}
	if h.strays = append(h.strays, text); len(h.strays) > mostStrays {
		h.strays = h.strays[1:]
	}
}

// odd notes a tool that is left out.
func (h *heard) odd(name, why string) {
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.left) < mostTools {
		h.left = append(h.left, omission(name, why))
	}
}

// leftOut returns the tools that were left out since it was last called.
func (h *heard) leftOut() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	left := h.left
	h.left = nil
	return left
}

// strayLines are the lines that were passed over.
func (h *heard) strayLines() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.strays)
}

// noteOdd counts something odd. It is called with the lock.
func (h *heard) noteOdd(words string) { h.count, h.last = h.count+1, words }

// unaskedAnswer notes an answer to a request that was never made.
func (h *heard) unaskedAnswer(id any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	written, _ := plainJSON(id) // it was read of JSON
	h.noteOdd("it answered with the id " + clip(printable(string(written)), mostStray) + ", of which there was no request; MCP wants the id of the request as it is")
}

// noteBroken notes where a message is broken.
func (h *heard) noteBroken(message []byte) {
	if h == nil {
		return
	}
	at := int64(len(message))
	if wrong, is := errors.AsType[*json.SyntaxError](json.Unmarshal(message, new(any))); is {
		at = wrong.Offset
	}
	place := string(bytes.TrimSpace(message[max(0, at-60):min(int64(len(message)), at+20)]))
	h.mu.Lock()
	defer h.mu.Unlock()
	h.broken = printable(place)
}

// noteWhole notes that the last message is not known to be broken.
func (h *heard) noteWhole() {
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.broken = ""
}

func (h *heard) lastBroken() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.broken
}

// noteReply notes what is wrong with a reply by HTTP, "" for nothing.
func (h *heard) noteReply(words string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.reply = words
}

func (h *heard) lastReply() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.reply
}

// oddCount is how much was odd.
func (h *heard) oddCount() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.count
}

// oddSince tells what was odd last since there was so much of it, "" for nothing.
func (h *heard) oddSince(count int) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.count == count {
		return ""
	}
	return "; " + h.last
}

func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, `\"`) + `"` }
