package executor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/canonical"
	pb "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
)

// mostOmitted is how many parts of a result that are no text are told.
const mostOmitted = 64

// call calls a tool and tells how it went. The caller's going away does not end the call:
// whoever comes for the outcome later finds one. It takes no longer than the server may.
func (s *server) call(ctx context.Context, open *session, t *tool, arguments []byte, key string) *pb.ExecuteResponse {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.Timeout)
	defer cancel()
	ctx, share := withShare(ctx, s.room)
	defer share.end()
	begun, strays := s.now(), s.heard.oddCount()
	res, sent, err := open.call(ctx, t.definition.Name, arguments, key)
	if why := share.problemOfAnswer(); err != nil && why != nil { // the SDK tells less
		err = why
	}
	var out *pb.ExecuteResponse
	switch {
	case err == nil:
		s.answered(open, nil)
		out = result(res, t.output, s.OutputBytes)
	case answered(err) != nil:
		s.answered(open, nil)
		out = &pb.ExecuteResponse{Outcome: pb.ExecuteResponse_OUTCOME_FAILED, Text: strings.ToValidUTF8(answered(err).Message, "\uFFFD")}
	default:
		why := s.problemInWords(err, "the call", open, share.lastReply())
		out = &pb.ExecuteResponse{Outcome: pb.ExecuteResponse_OUTCOME_UNKNOWN, Text: s.unknownInWords(err, why, ctx.Err() != nil) + s.heard.oddSince(strays)}
		s.giveUp(open, fmt.Sprintf("a call of %s: %s", t.definition.Name, out.GetText()), begun)
		if !sent {
			out.Outcome, out.Text = pb.ExecuteResponse_OUTCOME_NOT_SENT, "the call was not sent: "+printable(why)
		}
	}
	out.Text, out.Truncated = bound(out.GetText(), s.OutputBytes, out.GetTruncated())
	out.CallTime, out.Duration = timestamppb.New(begun), durationpb.New(s.now().Sub(begun))
	return out
}

// unknownInWords says why it is not known how a call went.
func (s *server) unknownInWords(err error, why string, late bool) string {
	switch {
	case errors.Is(err, errTooLong):
		return "the server's answer can't be read: " + errTooLong.Error()
	case late:
		return fmt.Sprintf("the server has not answered within %s", s.Timeout)
	case isEnd(err):
		return "the connection to the server ended before it had answered: " + printable(why)
	}
	return "the server gave no answer that can be read: " + printable(why)
}

// result tells what a tool has returned.
func result(res *mcp.CallToolResult, output *jsonschema.Resolved, most int) *pb.ExecuteResponse {
	out := &pb.ExecuteResponse{Outcome: pb.ExecuteResponse_OUTCOME_DONE}
	if res.NeedsInput() {
		out.Outcome = pb.ExecuteResponse_OUTCOME_FAILED
		out.Text = "the tool asks for more input, which Weft gives to none; nobody has answered it"
		return out
	}
	if res.IsError {
		out.Outcome = pb.ExecuteResponse_OUTCOME_FAILED
	}
	var texts []string
	for _, part := range res.Content {
		text, omitted := content(part)
		if omitted == "" {
			texts = append(texts, text)
			continue
		}
		if len(out.GetOmitted()) < mostOmitted {
			out.Omitted = append(out.Omitted, clip(printable(omitted), mostName))
		} else {
			out.Truncated = true
		}
	}
	out.Text = strings.Join(texts, "\n")
	structure(out, res.StructuredContent, output, most)
	return out
}

// content returns a part of a result as text, or what it is.
func content(part mcp.Content) (text, omitted string) {
	switch c := part.(type) {
	case *mcp.TextContent:
		return c.Text, ""
	case *mcp.ImageContent:
		return "", fmt.Sprintf("image %s, %d bytes", c.MIMEType, len(c.Data))
	case *mcp.AudioContent:
		return "", fmt.Sprintf("audio %s, %d bytes", c.MIMEType, len(c.Data))
	case *mcp.ResourceLink:
		if c.Name == oddPart {
			return "", fmt.Sprintf("a part of a kind that is not known: %q", c.Title)
		}
		return "", fmt.Sprintf("link %s %s", c.URI, c.MIMEType)
	case *mcp.EmbeddedResource:
		if c.Resource != nil && c.Resource.Blob == nil {
			return c.Resource.Text, ""
		}
		if c.Resource != nil {
			return "", fmt.Sprintf("resource %s %s, %d bytes", c.Resource.URI, c.Resource.MIMEType, len(c.Resource.Blob))
		}
	}
	return "", fmt.Sprintf("a part of a kind that is not known: %T", part)
}

// structure adds the structured result, and says whether it is what the tool has declared.
func structure(out *pb.ExecuteResponse, v any, output *jsonschema.Resolved, most int) {
	done := out.GetOutcome() == pb.ExecuteResponse_OUTCOME_DONE
	if v == nil {
		if output != nil && done {
			out.Problem = "the tool declares a structured result, and has given none"
		}
		return
	}
	data, err := structured(&v)
	if err != nil {
		out.Problem = printable("the structured result can't be read: " + withoutChain(err.Error()))
		return
	}
	if output != nil && done && v != nil {
		if err := valueFits(output, v); err != nil && !errors.Is(err, errUnchecked) {
			out.Problem = printable("the structured result does not fit the tool's output schema: " + err.Error())
		}
	}
	if len(data) > most { // a part of it would be another value
		out.Truncated = true
		out.Omitted = append(out.Omitted, fmt.Sprintf("structured result, %d bytes", len(data)))
		return
	}
	out.Structured = data
}

// structured returns a structured result as JSON with every digit of its numbers, and makes v
// what schemas are held against: nil, if one of them is no float64.
func structured(v *any) ([]byte, error) {
	exact, is := exactValue(*v)
	if !is {
		return plainJSON(*v)
	}
	if !jsontext.Value(exact).IsValid(jsontext.AllowInvalidUTF8(true)) {
		return nil, errors.New("an object has a name twice, or it is no JSON")
	}
	var written any
	d := json.NewDecoder(bytes.NewReader(exact))
	d.UseNumber()
	if err := d.Decode(&written); err != nil {
		return nil, err
	}
	if json.Unmarshal(exact, v) != nil {
		*v = nil
	}
	return plainJSON(written)
}

// plainJSON returns a value as JSON with its letters as they are: escaped for HTML, a page
// of it has half as many bytes again, and less of it is kept.
func plainJSON(v any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// bound cuts a text, and reports whether anything was cut.
func bound(text string, most int, cut bool) (string, bool) {
	text = strings.ToValidUTF8(text, "\uFFFD")
	short := clip(text, most)
	if len(short) == len(text) {
		return text, cut
	}
	return strings.Clone(short), true // the rest is not kept with it
}

// inForm returns arguments in their canonical form.
func inForm(arguments []byte) ([]byte, error) {
	if len(arguments) == 0 {
		arguments = []byte("{}")
	}
	return canonical.JSON(arguments)
}

// argument returns a text among arguments, "" if it is not there.
func argument(arguments []byte, name string) string {
	var all map[string]any
	if json.Unmarshal(arguments, &all) != nil {
		return ""
	}
	s, _ := all[name].(string)
	return s
}
