package rpc

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/gzip"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fair"
	"github.com/weft-mesh/weft/kit/fault"
)

const (
	headerBytes = 5        // before each message: whether it is compressed, and its size
	openBytes   = 1 << 10  // the most that a message may have which anybody may send
	largeBytes  = 64 << 10 // from here on only some messages are taken in at a time
)

// How many large messages a server takes in at the same time, and how many of them it
// decodes: these have the memory of many small ones.
const (
	largeAtOnce   = 4
	decodedAtOnce = 2
)

// A wire is a stream as gRPC's own server reads it. Read so, a message tells its size
// before any of it is taken in, and what is wrong with it is told as any other fault:
// gRPC takes all of it in first, and answers by itself what it can't read.
type wire interface {
	ReadMessageHeader(header []byte) error
	Read(n int) (mem.BufferSlice, error)
	RecvCompress() string
}

// receive reads the next message of a call into m and checks it. It returns io.EOF
// where no more comes. After any other error the call has to end.
func (g *guard) receive(c *call, m any) error {
	in, ok := grpc.ServerTransportStreamFromContext(c.ctx).(wire)
	message, isProto := m.(proto.Message)
	if !ok || !isProto {
		return fmt.Errorf("can't receive a %T", m)
	}
	header, err := inTime(g, c, func() ([]byte, error) {
		h := make([]byte, headerBytes)
		return h, in.ReadMessageHeader(h)
	})
	if err != nil {
		return err
	}
	size, most := int64(binary.BigEndian.Uint32(header[1:])), int64(g.MaxMessageBytes)
	if c.open {
		most = min(most, openBytes)
	}
	if size > most {
		return tooLarge(most)
	}
	place, err := g.takeIn(c, size)
	if err != nil {
		return err
	}
	defer place.Release()
	frames, err := inTime(g, c, func() (mem.BufferSlice, error) { return in.Read(int(size)) })
	if errors.Is(err, io.EOF) { // in the middle of a message
		return errCutOff
	}
	if err != nil {
		return err
	}
	done, err := g.decodeInTurn(c.ctx, size)
	if err != nil {
		return err
	}
	defer done()
	data := frames.Materialize()
	frames.Free()
	if header[0] != 0 {
		if data, err = unzip(data, most); err != nil {
			return err
		}
	}
	if err := decode(data, message); err != nil {
		return err
	}
	return g.check(message, size > largeBytes)
}

// receiveOnly is receive for the only message of a call.
func (g *guard) receiveOnly(c *call, m any) error {
	err := g.receive(c, m)
	if errors.Is(err, io.EOF) {
		return errEmpty
	}
	return err
}

var (
	errCutOff = fault.New(codes.InvalidArgument, fault.FieldInvalid, "the request is incomplete")
	errEmpty  = fault.New(codes.InvalidArgument, fault.FieldInvalid, "the call has no request message")
)

func tooLarge(most int64) error {
	return fault.New(codes.ResourceExhausted, fault.LimitExceeded, "the message is too long: the limit is %d bytes (limits.max_message_bytes)", most)
}

// inTime reads something of a call, for as long as a caller may take to send it.
func inTime[T any](g *guard, c *call, read func() (T, error)) (T, error) {
	if g.ReceiveTime <= 0 || fromHere(c.ctx) {
		return read()
	}
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() { // ends with the call at the latest
		value, err := read()
		done <- result{value, err}
	}()
	timer := time.NewTimer(g.ReceiveTime)
	defer timer.Stop()
	var none T
	select {
	case r := <-done:
		return r.value, r.err
	case <-c.ctx.Done():
		return none, c.ctx.Err()
	case <-timer.C:
		return none, fault.New(codes.DeadlineExceeded, fault.RequestTimeout,
			"the caller sent nothing more of its request for %v (limits.receive_timeout)", g.ReceiveTime)
	}
}

// unzip returns what a compressed message holds.
func unzip(data []byte, most int64) ([]byte, error) {
	r, err := encoding.GetCompressor(gzip.Name).Decompress(mem.BufferSlice{mem.SliceBuffer(data)}.Reader())
	var plain []byte
	if err == nil {
		plain, err = io.ReadAll(io.LimitReader(r, most+1))
	}
	switch {
	case err != nil:
		return nil, fault.New(codes.InvalidArgument, fault.FieldInvalid, "the message can't be decompressed: %v", err)
	case int64(len(plain)) > most:
		return nil, tooLarge(most)
	}
	return plain, nil
}

// checkEncoding refuses what is compressed in a way that was not asked for.
func (g *guard) checkEncoding(ctx context.Context) error {
	in, ok := grpc.ServerTransportStreamFromContext(ctx).(wire)
	if !ok {
		return nil // receive says so
	}
	switch how := in.RecvCompress(); {
	case how == "" || how == encoding.Identity || how == gzip.Name && g.Gzip:
		return nil
	case how == gzip.Name:
		return fault.New(codes.Unimplemented, fault.Unimplemented, "this server doesn't accept compressed messages; send them uncompressed, or set limits.gzip")
	default:
		return fault.New(codes.Unimplemented, fault.Unimplemented, "this server can't read messages compressed by %q", how)
	}
}

// takeIn waits until a message of a size may be taken in, and returns its place. Small ones
// need none. A server whose calls take turns refuses what could not be answered in time.
func (g *guard) takeIn(c *call, size int64) (*fair.Permit, error) {
	if size <= largeBytes {
		return nil, nil
	}
	ctx := c.ctx
	if g.ReceiveTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, g.ReceiveTime, errManyLarge)
		defer cancel()
	}
	p, err := g.taken.Acquire(ctx, strings.Join(metadata.ValueFromIncomingContext(ctx, tenantKey), " "), 1)
	if errors.Is(err, fault.AgentBusy) {
		if g.Turns == nil {
			return nil, errManyLarge
		}
		c.dropUnread(err)
	}
	return p, err
}

var errManyLarge = fault.New(codes.ResourceExhausted, fault.LimitExceeded,
	"the server is receiving too many large messages at once; try again in a moment").After(time.Second)

// decodeInTurn waits until a message of a size may be decoded. Small ones need not wait.
func (g *guard) decodeInTurn(ctx context.Context, size int64) (done func(), err error) {
	if size <= largeBytes {
		return func() {}, nil
	}
	select {
	case g.decoded <- struct{}{}:
		return func() { <-g.decoded }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}
