package api

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
)

// CheckText refuses what is not a text to work on.
func (s *Server) CheckText(field, text string) error {
	switch {
	case !utf8.ValidString(text):
		return fault.New(codes.InvalidArgument, fault.InputNotUTF8,
			"the text is not valid UTF-8; convert it first").At(field)
	case strings.Contains(text, "\x00"):
		return fault.Invalid(field, "has a NUL byte; is it a binary file?")
	case len(text) > s.d.InputBytes:
		return fault.New(codes.InvalidArgument, fault.InputTooLong,
			"the text is too long (%d bytes, the limit is %d); split it, or raise limits.input_bytes",
			len(text), s.d.InputBytes).At(field)
	case strings.TrimFunc(text, blank) == "":
		return fault.New(codes.InvalidArgument, fault.InputBlank,
			"the text is blank; write a note or a question").At(field)
	}
	return nil
}

// blank reports whether a rune shows nothing: white space, and the marks that
// only control how other characters look.
func blank(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}

// Digest stands for what a caller asked: two requests with the same id must
// agree in it.
func Digest(in proto.Message) (string, error) {
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(in)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16]), nil
}
