package render

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/notes"
)

// Entry returns an entry with its text and what the parser made of it.
func Entry(style screen.Style, e *commonv1.Entry) string {
	var out strings.Builder
	out.WriteString(style.Bold(e.GetId()) + above(style, e.GetHeadings()) + place(style, e) + "\n")
	out.WriteString(style.Wrap(strings.TrimRight(e.GetText(), "\n"), "  ", "  ") + "\n")
	out.WriteString(Data(style, e.GetDomainData(), "  "))
	if len(e.GetTags()) > 0 {
		out.WriteString("  " + style.Dim("#"+strings.Join(e.GetTags(), " #")) + "\n")
	}
	return out.String()
}

// EntryLine returns an entry on one line: its id and the start of its text.
func EntryLine(style screen.Style, e *commonv1.Entry) string {
	mark := ""
	if e.GetCorrection() {
		mark = style.Warn("[correction] ")
	}
	text := oneLine(e.GetText())
	if e.GetDate() == "" { // nothing else tells what it is about
		text = notes.Heading(e.GetHeadings()) + ": " + text
	}
	return style.Dim(e.GetId()) + "  " + mark + listed(style, text, len(e.GetId())+2) + "\n"
}

// above is what stands above a note.
func above(style screen.Style, headings []string) string {
	if len(headings) == 0 {
		return ""
	}
	return "  " + style.Accent(oneLine(notes.Heading(headings)))
}

func place(style screen.Style, e *commonv1.Entry) string {
	var out string
	if e.GetCorrection() {
		out += "  " + style.Warn("correction")
	}
	if s := e.GetSource(); s.GetPath() != "" {
		out += "  " + style.Dim(SourcePlace(s))
	}
	return out
}

// Data returns parsed data, a line for each domain and for each thing in it.
func Data(style screen.Style, data *structpb.Struct, indent string) string {
	var out strings.Builder
	for _, domain := range slices.Sorted(maps.Keys(data.GetFields())) {
		for _, line := range domainLines(data.GetFields()[domain]) {
			out.WriteString(indent + style.Accent(domain) + "  " + line + "\n")
		}
	}
	return out.String()
}

// domainLines describes what one domain knows. The items of its lists get a
// line each, everything else shares one.
func domainLines(v *structpb.Value) []string {
	object := v.GetStructValue()
	if object == nil {
		return []string{value(v)}
	}
	var lines, rest []string
	for _, key := range slices.Sorted(maps.Keys(object.GetFields())) {
		field := object.GetFields()[key]
		list := field.GetListValue()
		if list == nil {
			rest = append(rest, key+" "+value(field))
			continue
		}
		for _, item := range list.GetValues() {
			lines = append(lines, value(item))
		}
	}
	if len(rest) > 0 {
		lines = append(lines, strings.Join(rest, ", "))
	}
	return lines
}

func value(v *structpb.Value) string {
	switch k := v.GetKind().(type) {
	case *structpb.Value_StringValue:
		return oneLine(k.StringValue)
	case *structpb.Value_NumberValue:
		return strconv.FormatFloat(k.NumberValue, 'f', -1, 64)
	case *structpb.Value_BoolValue:
		return strconv.FormatBool(k.BoolValue)
	case *structpb.Value_ListValue:
		parts := make([]string, 0, len(k.ListValue.GetValues()))
		for _, item := range k.ListValue.GetValues() {
			parts = append(parts, value(item))
		}
		return strings.Join(parts, ", ")
	case *structpb.Value_StructValue:
		return object(k.StructValue)
	}
	return "none"
}

// object describes an object: a quantity as "80 kg", a task with its box, anything
// else as its texts first and then its fields by name.
func object(s *structpb.Struct) string {
	fields := s.GetFields()
	if number, ok := fields["value"]; ok && len(fields) <= 2 {
		unit := fields["unit"].GetStringValue()
		return strings.TrimSpace(value(number) + " " + unit)
	}
	if done, ok := fields["done"].GetKind().(*structpb.Value_BoolValue); ok { // a task
		return Box(done.BoolValue, fields["cancelled"].GetBoolValue()) + " " + value(fields["text"])
	}
	var names, others []string
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if _, text := fields[key].GetKind().(*structpb.Value_StringValue); text {
			names = append(names, value(fields[key]))
			continue
		}
		others = append(others, key+" "+value(fields[key]))
	}
	return strings.Join(append(names, others...), ", ")
}

// fit shortens a text to what is left of a terminal's line.
func fit(style screen.Style, text string, used int) string {
	if !style.Terminal {
		return text
	}
	return shorten(text, max(style.Width-used-1, 20))
}

// listedMost is how much of a text a list shows in a pipe, in characters: a line is to
// find a thing by, and JSON has all of it.
const listedMost = 80

// listed is fit for a line of a list, whose text has no end: also in a pipe it is cut.
func listed(style screen.Style, text string, used int) string {
	if !style.Terminal {
		return shorten(text, listedMost)
	}
	return fit(style, text, used)
}

// SourcePlace is where a note stands. In a database it is at no line of a file.
func SourcePlace(s *commonv1.SourceRef) string {
	if s.GetFirstLine() == 0 {
		return s.GetPath()
	}
	return fmt.Sprintf("%s:%d", s.GetPath(), s.GetFirstLine())
}
