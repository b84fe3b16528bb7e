package gateway

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"os"
	"strconv"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/document"
	"github.com/weft-mesh/weft/kit/fault"
)

// errNotJSON is the fault for a body of another type. Forms of other sites can't send
// JSON without being asked whether they may.
var errNotJSON = fault.New(codes.InvalidArgument, fault.FieldInvalid, "the body must be JSON; send it with Content-Type: application/json").At("Content-Type")

// errCrowded is the fault for a request that came while as many as may be are under way.
var errCrowded = fault.New(codes.ResourceExhausted, fault.LimitExceeded,
	"too many requests are under way (limits.calls_per_connection); try again in a moment").After(time.Second)

// explainCancel says of a call that was cancelled, though its caller is still there, that the server
// stops: then the connection to the API closes.
func explainCancel(r *http.Request, err error) error {
	if status.Code(err) != codes.Canceled || r.Context().Err() != nil {
		return err
	}
	return fault.New(codes.Unavailable, fault.ShuttingDown, "the server is stopping")
}

// cutOff says of a body that could not be read why.
func cutOff(err error) error {
	if large, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return fault.New(codes.ResourceExhausted, fault.LimitExceeded, "the body is too long: the limit is %d bytes (limits.max_message_bytes)", large.Limit)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fault.New(codes.DeadlineExceeded, fault.RequestTimeout, "the caller took too long to send its request (limits.receive_timeout)")
	}
	return fault.Invalid("body", "it ended too early")
}

// marshal returns a message as JSON without the spaces that protojson strews in.
func marshal(m proto.Message) ([]byte, error) {
	data, err := protojson.MarshalOptions{Resolver: document.Types{}}.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("write %s as JSON: %w", m.ProtoReflect().Descriptor().Name(), err)
	}
	var out bytes.Buffer
	err = json.Compact(&out, data)
	return out.Bytes(), err
}

// write sends a message as JSON.
func write(w http.ResponseWriter, m proto.Message) {
	data, err := marshal(m)
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(append(data, '\n')) // a caller that is gone needs no answer
}

// fail sends an error: a google.rpc.Status with all its details, under "error".
func fail(w http.ResponseWriter, err error) { failAs(w, 0, err) }

// failAs is fail with a code of HTTP, 0 for that of the error.
func failAs(w http.ResponseWriter, code int, err error) {
	code, body, retry := failure(code, err)
	w.Header().Set("Content-Type", "application/json")
	if retry > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(retry))
	}
	if code == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="weft"`)
	}
	w.WriteHeader(code)
	_, _ = w.Write(append(body, '\n'))
}

// failure returns an error as HTTP has it, with a code or that of the error, and in how
// many seconds it may be tried again, 0 if that is not known.
func failure(as int, err error) (code int, body []byte, retry int) {
	f, ok := errors.AsType[*fault.Error](fault.FromError(err))
	if !ok {
		f = fault.New(codes.Internal, fault.Internal, "something went wrong in Weft; the server's log has the cause")
	}
	s := f.GRPCStatus()
	out := struct {
		Error struct {
			Code    int               `json:"code"`
			Status  string            `json:"status"`
			Message string            `json:"message"`
			Details []json.RawMessage `json:"details,omitempty"`
		} `json:"error"`
	}{}
	out.Error.Code, out.Error.Status, out.Error.Message = cmp.Or(as, httpStatus(f)), codeName(s.Code()), s.Message()
	for _, d := range s.Proto().GetDetails() {
		if data, err := marshal(d); err == nil {
			out.Error.Details = append(out.Error.Details, data)
		}
	}
	body, err = json.Marshal(out)
	if err != nil {
		body = []byte(`{"error":{}}`) // texts and numbers can always be written
	}
	switch {
	case f.RetryAfter > 0:
		retry = int(math.Ceil(f.RetryAfter.Seconds()))
	case out.Error.Code == http.StatusServiceUnavailable:
		retry = usualRetry
	}
	return out.Error.Code, body, retry
}

// codeName returns a code as google.rpc.Code has it, NOT_FOUND.
func codeName(c codes.Code) string {
	for name, code := range codeNames {
		if code == c {
			return name
		}
	}
	return "UNKNOWN"
}

var codeNames = map[string]codes.Code{
	"CANCELLED": codes.Canceled, "UNKNOWN": codes.Unknown, "INVALID_ARGUMENT": codes.InvalidArgument,
	"DEADLINE_EXCEEDED": codes.DeadlineExceeded, "NOT_FOUND": codes.NotFound, "ALREADY_EXISTS": codes.AlreadyExists,
	"PERMISSION_DENIED": codes.PermissionDenied, "RESOURCE_EXHAUSTED": codes.ResourceExhausted,
	"FAILED_PRECONDITION": codes.FailedPrecondition, "ABORTED": codes.Aborted, "OUT_OF_RANGE": codes.OutOfRange,
	"UNIMPLEMENTED": codes.Unimplemented, "INTERNAL": codes.Internal, "UNAVAILABLE": codes.Unavailable,
	"DATA_LOSS": codes.DataLoss, "UNAUTHENTICATED": codes.Unauthenticated,
}

// usualRetry is in how many seconds what is not there is asked for again.
const usualRetry = 1

// httpStatus returns the code of HTTP for a fault: where HTTP has a word of its own
// for it that, else the one for its code.
func httpStatus(f *fault.Error) int {
	switch {
	case f.Reason == fault.RequestTimeout:
		return http.StatusRequestTimeout
	case f.Reason == fault.LimitExceeded && f.RetryAfter == 0: // however often it is tried
		return http.StatusRequestEntityTooLarge
	}
	return httpCode(f.GRPCStatus().Code())
}

// httpCode returns the code of HTTP for one of gRPC, as google.rpc.Code says. What can't be
// done as things stand is a conflict, and not a bad request: the request may be right later.
func httpCode(c codes.Code) int {
	switch c {
	case codes.InvalidArgument, codes.OutOfRange:
		return http.StatusBadRequest
	case codes.Unauthenticated:
		return http.StatusUnauthorized
	case codes.PermissionDenied:
		return http.StatusForbidden
	case codes.NotFound:
		return http.StatusNotFound
	case codes.Aborted, codes.AlreadyExists, codes.FailedPrecondition: // as things stand
		return http.StatusConflict
	case codes.ResourceExhausted:
		return http.StatusTooManyRequests
	case codes.Canceled:
		return 499 // the caller has gone; nginx's, and in wide use
	case codes.Unimplemented:
		return http.StatusNotImplemented
	case codes.Unavailable:
		return http.StatusServiceUnavailable
	case codes.DeadlineExceeded:
		return http.StatusGatewayTimeout
	}
	return http.StatusInternalServerError
}
