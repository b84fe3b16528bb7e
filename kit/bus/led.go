package bus

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Led is a stream whose single messages come from its leader. A stream that allows
// direct gets answers them from any of its copies, and all but the leader's may lack what
// was acknowledged a moment ago.
type Led struct {
	jetstream.Stream
	nc *nats.Conn
}

// Lead returns the stream with reads from its leader, asked again as those of [Patient].
func Lead(nc *nats.Conn, s jetstream.Stream) *Led { return &Led{s, nc} }

// GetMsg returns the message at a sequence, or jetstream.ErrMsgNotFound.
func (s *Led) GetMsg(ctx context.Context, seq uint64) (*jetstream.RawStreamMsg, error) {
	if s.only() {
		return s.Stream.GetMsg(ctx, seq)
	}
	return s.get(ctx, getRequest{Sequence: seq})
}

// Next returns the first message from a sequence on that is of a subject, which may have
// wildcards, or jetstream.ErrMsgNotFound.
func (s *Led) Next(ctx context.Context, seq uint64, subject string) (*jetstream.RawStreamMsg, error) {
	if s.only() {
		return s.Stream.GetMsg(ctx, seq, jetstream.WithGetMsgSubject(subject))
	}
	return s.get(ctx, getRequest{Sequence: seq, Next: subject})
}

// GetLastMsgForSubject returns the last message of a subject, or
// jetstream.ErrMsgNotFound.
func (s *Led) GetLastMsgForSubject(ctx context.Context, subject string) (*jetstream.RawStreamMsg, error) {
	if s.only() {
		return s.Stream.GetLastMsgForSubject(ctx, subject)
	}
	return s.get(ctx, getRequest{Last: subject})
}

// only reports whether the stream has one copy, whose direct gets take less work.
func (s *Led) only() bool { return s.CachedInfo().Config.Replicas <= 1 }

type getRequest struct {
	Sequence uint64 `json:"seq,omitempty"`
	Next     string `json:"next_by_subj,omitempty"`
	Last     string `json:"last_by_subj,omitempty"`
}

func (s *Led) get(ctx context.Context, r getRequest) (*jetstream.RawStreamMsg, error) {
	ask, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("encode a request for a message: %w", err)
	}
	answer, err := asked(ctx, func(ctx context.Context) (*nats.Msg, error) {
		return s.nc.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+s.CachedInfo().Config.Name, ask)
	})
	if err != nil {
		return nil, err
	}
	return storedMessage(answer.Data)
}

// storedMessage reads the server's answer to a request for a message.
func storedMessage(data []byte) (*jetstream.RawStreamMsg, error) {
	var answer struct {
		Error   *jetstream.APIError `json:"error"`
		Message *struct {
			Subject  string    `json:"subject"`
			Sequence uint64    `json:"seq"`
			Header   []byte    `json:"hdrs"`
			Data     []byte    `json:"data"`
			Time     time.Time `json:"time"`
		} `json:"message"`
	}
	err := json.Unmarshal(data, &answer)
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the answer to a request for a message: %w", err)
	case answer.Error != nil && answer.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound:
		return nil, jetstream.ErrMsgNotFound
	case answer.Error != nil:
		return nil, answer.Error
	case answer.Message == nil:
		return nil, jetstream.ErrInvalidJetStreamResponse
	}
	m := answer.Message
	out := &jetstream.RawStreamMsg{Subject: m.Subject, Sequence: m.Sequence, Data: m.Data, Time: m.Time}
	if len(m.Header) > 0 {
		if out.Header, err = nats.DecodeHeadersMsg(m.Header); err != nil {
			return nil, fmt.Errorf("read the headers of a message: %w", err)
		}
	}
	return out, nil
}
