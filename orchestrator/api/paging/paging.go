// Package paging cuts lists into pages: what fits into an answer, and tokens of where the
// next page begins.
package paging

import (
	"encoding/base64"
	"encoding/hex"
	"hash/fnv"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
)

// A Request asks for a page of a list.
type Request interface {
	proto.Message
	GetPageToken() string
}

// Fits returns how many of a page's items go into an answer: so many that they have no
// more than half of a message, but one at least.
func Fits[T proto.Message](items []T, message int) int {
	left := message / 2
	for n, item := range items {
		if left -= proto.Size(item); left < 0 && message > 0 {
			return max(n, 1)
		}
	}
	return len(items)
}

// Token wraps a place in a list so that callers don't come to rely on what
// is in it. It goes on with the request that it is made for and no other: with
// another filter, order or list the place would mean something else.
func Token(req Request, cursor string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(fingerprint(req) + ":" + cursor))
}

// Cursor unwraps what Token made; "" is the first page. read returns an
// error for what is no cursor of the list: a token may have been tampered with.
func Cursor(req Request, read func(cursor string) error) (string, error) {
	token := req.GetPageToken()
	if token == "" {
		return "", nil
	}
	data, err := base64.RawURLEncoding.DecodeString(token)
	cursor, ok := strings.CutPrefix(string(data), fingerprint(req)+":")
	if err != nil || !ok || read(cursor) != nil {
		return "", fault.New(codes.InvalidArgument, fault.PageTokenInvalid,
			"the page token doesn't belong to this request; start again without it, or send the same fields as before").At("page_token")
	}
	return cursor, nil
}

// fingerprint tells requests apart by which items they mean.
func fingerprint(req Request) string {
	m := proto.Clone(req).ProtoReflect()
	for _, name := range []string{"page_token", "page_size", "with_total"} {
		if f := m.Descriptor().Fields().ByTextName(name); f != nil {
			m.Clear(f)
		}
	}
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(m.Interface())
	if err != nil {
		return "" // strings that are no UTF-8 never get here
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(m.Descriptor().FullName())) // a hash takes everything
	_, _ = h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}
