package api

import (
	"encoding/base64"
	"strings"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
)

// pageToken wraps a place in a list so that callers don't come to rely on what
// is in it. kind keeps the token of one list out of another.
func pageToken(kind, cursor string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(kind + ":" + cursor))
}

// pageCursor unwraps what pageToken made; "" is the first page. read returns an
// error for what is no cursor of the kind: a token may have been tampered with.
func pageCursor(kind, token string, read func(cursor string) error) (string, error) {
	if token == "" {
		return "", nil
	}
	data, err := base64.RawURLEncoding.DecodeString(token)
	cursor, ok := strings.CutPrefix(string(data), kind+":")
	if err != nil || !ok || read(cursor) != nil {
		return "", fault.New(codes.InvalidArgument, fault.PageTokenInvalid,
			"the page token is not one that this list gave; start again without it").At("page_token")
	}
	return cursor, nil
}
