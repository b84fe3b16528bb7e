package executor

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
)

const (
	// bodiesAtOnce is how many answers by HTTP of more than smallAnswer are read at once in
	// one session, and hugeBody how many bytes one may have before it is the only one.
	bodiesAtOnce = 8
	hugeBody     = 2 << 20
	// pieceBytes is how much is read at a time.
	pieceBytes = 16 << 10
)

// bodies bounds what one session reads at once of answers that are not there as a whole yet.
// They don't take room that others need: their server may be slow.
type bodies struct{ large, huge chan struct{} }

func newBodies() bodies {
	return bodies{make(chan struct{}, bodiesAtOnce), make(chan struct{}, 1)}
}

// A body is what a server answers by HTTP. It is handed on when a message of it is there as a
// whole and there is room to decode it: the SDK decodes each as it comes, however many.
type body struct {
	io.ReadCloser
	request context.Context //nolint:containedctx // of the request, with which the waiting ends
	events  bool            // a message is a line; else it is all that comes
	share   *share          // nil for none
	of      bodies

	read  [][]byte // and not handed on yet
	size  int      // of that
	ready int      // how much of it may be handed on
	err   error    // after it
	held  []chan struct{}
}

// Read hands on what is ready.
func (b *body) Read(p []byte) (int, error) {
	for b.ready == 0 {
		if b.err != nil {
			return 0, b.err
		}
		b.readOn()
	}
	n := copy(p, b.read[0][:min(len(b.read[0]), b.ready)])
	b.size, b.ready = b.size-n, b.ready-n
	if b.read[0] = b.read[0][n:]; len(b.read[0]) == 0 {
		b.read[0], b.read = nil, b.read[1:]
	}
	if b.size == 0 {
		b.releasePlaces()
	}
	return n, nil
}

// readOn reads on, and decides how much is ready.
func (b *body) readOn() {
	if b.err = b.waitForPlace(); b.err != nil {
		return
	}
	if n := len(b.read); n == 0 || len(b.read[n-1]) == cap(b.read[n-1]) {
		b.read = append(b.read, make([]byte, 0, pieceBytes)) // one buffer that grows would be there three times over
	}
	last := &b.read[len(b.read)-1]
	before := len(*last)
	n, err := b.ReadCloser.Read((*last)[before:cap(*last)])
	*last, b.err = (*last)[:before+n], err
	switch {
	case errors.Is(err, io.EOF):
		b.ready = b.size + n
	case b.events:
		if i := bytes.LastIndexByte((*last)[before:], '\n'); i >= 0 {
			b.ready = b.size + i + 1
		}
	}
	b.size += n
	b.share.waitForRoom(b.ready)
}

// waitForPlace waits until more may be read. Who has the one place for huge bodies waits for nothing
// else, so that those before it go on in the end.
func (b *body) waitForPlace() error {
	var place chan struct{}
	switch n := b.size; {
	case n >= mostFrame:
		b.share.noteProblem(errTooLong)
		return errTooLong
	case n >= hugeBody && len(b.held) < 2:
		place = b.of.huge
	case n >= smallAnswer && len(b.held) < 1:
		place = b.of.large
	default:
		return nil
	}
	select {
	case place <- struct{}{}:
		b.held = append(b.held, place)
		return nil
	case <-b.request.Done():
		return context.Cause(b.request)
	}
}

// releasePlaces gives places to others.
func (b *body) releasePlaces() {
	for _, place := range b.held {
		<-place
	}
	b.held = nil
}

// Close ends it.
func (b *body) Close() error {
	b.releasePlaces()
	b.read, b.size, b.ready, b.err = nil, 0, 0, errors.Join(b.err, http.ErrBodyReadAfterClose)
	return b.ReadCloser.Close()
}

// readInTurn has the body of a response handed on in turn.
func (of bodies) readInTurn(request context.Context, r *http.Response, events bool) {
	r.Body = &body{ReadCloser: r.Body, request: request, events: events, share: shareOf(request), of: of}
}
