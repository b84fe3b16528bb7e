package gateway

import (
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
)

// mostValues is how many values a body may have. The request with the most of them, an
// edit or an import, has a few hundred.
const mostValues = 10_000

// checkValues refuses JSON of more values than a request may have, before any is built:
// three bytes make one of a hundred.
func checkValues(data []byte) error {
	n, quoted := 1, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == '[' || c == '{'):
			n++
		}
	}
	if n > mostValues {
		return fault.New(codes.ResourceExhausted, fault.LimitExceeded, "the body has more than %d values", mostValues)
	}
	return nil
}
