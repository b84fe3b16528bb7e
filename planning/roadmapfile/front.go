package roadmapfile

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/document"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
)

const frontMost = 64 << 10

// The fields of the front matter that are Weft's, in the order in which they are
// written.
const (
	fieldKind     = "weft"
	fieldID       = "id"
	fieldState    = "state"
	fieldVersion  = "version"
	fieldDeadline = "deadline"
	fieldZone     = "zone"
	fieldPattern  = "pattern"
	fieldWish     = "wish"
)

var fieldOrder = []string{fieldKind, fieldID, fieldState, fieldVersion, fieldDeadline, fieldZone, fieldPattern, fieldWish}

// Type is what the field "weft" of the front matter says of a roadmap's file.
const Type = "roadmap"

// front is the front matter, with both its lines of dashes.
type front struct {
	lines  []string
	fields map[string]any
}

// readFront reads the front matter at the begin of a file, if there is one.
func readFront(lines []string) (front, error) {
	f := front{fields: map[string]any{}}
	if len(lines) == 0 || strings.TrimRight(lines[0], "\r\n") != "---" {
		return f, nil
	}
	for i := 1; i < len(lines); i++ {
		if strings.TrimRight(lines[i], "\r\n") != "---" {
			continue
		}
		f.lines = slices.Clone(lines[:i+1])
		err := document.UnmarshalYAML([]byte(strings.Join(lines[1:i], "")), frontMost, &f.fields)
		if at, ok := errors.AsType[*document.Error](err); ok && at.Line > 0 {
			return f, &lineError{at.Line + 1, "the front matter: " + at.Reason}
		}
		if err != nil {
			return f, &lineError{1, "the front matter: " + err.Error()}
		}
		if f.fields == nil {
			f.fields = map[string]any{}
		}
		return f, nil
	}
	return f, &lineError{1, "the front matter has no end; close it with a line that has only ---"}
}

// get returns a field as a text, "" if it is not there.
func (f *front) get(name string) string {
	switch v := f.fields[name].(type) {
	case nil:
		return ""
	case time.Time:
		return v.Format(time.DateOnly)
	default:
		return fmt.Sprint(v)
	}
}

var keyForm = regexp.MustCompile(`^["']?([a-z]+)["']?[ \t]*:(?:[ \t]|$)`)

// span returns the lines of a field, with those that go on with it; 0 if it is
// not there.
func (f *front) span(name string) (from, to int) {
	for i := 1; i < len(f.lines)-1; i++ {
		if m := keyForm.FindStringSubmatch(bare(f.lines[i])); m == nil || m[1] != name {
			continue
		}
		for to = i + 1; to < len(f.lines)-1; to++ {
			if l := strings.TrimRight(f.lines[to], "\r\n"); l == "" || l[0] != ' ' && l[0] != '\t' && l[0] != '-' {
				break
			}
		}
		return i, to
	}
	return 0, 0
}

// set gives a field another value, or takes it away with "". Others stay as and
// where they are.
func (f *front) set(name, value, eol string) {
	if len(f.lines) == 0 {
		f.lines = []string{"---" + eol, "---" + eol}
	}
	from, to := f.span(name)
	if from == 0 {
		from = len(f.lines) - 1
		for k := slices.Index(fieldOrder, name) - 1; k >= 0; k-- {
			if _, end := f.span(fieldOrder[k]); end > 0 {
				from = end
				break
			}
		}
		to = from
	}
	if value == "" {
		f.lines = slices.Delete(f.lines, from, to)
		return
	}
	f.lines = slices.Replace(f.lines, from, to, name+": "+scalar(name, value)+eol)
}

// ofSource is between a pattern of the person's own and the one that it was made from.
const ofSource = " of "

// frontFields returns what a document says in the front matter.
func (d *Document) frontFields() map[string]string {
	out := map[string]string{
		fieldKind: Type, fieldID: d.ID, fieldState: string(d.State), fieldVersion: strconv.Itoa(d.Version),
		fieldZone: d.Zone, fieldPattern: string(d.Pattern), fieldWish: d.Wish,
	}
	if d.Subtype != "" {
		out[fieldPattern] += "/" + d.Subtype
	}
	if d.Source != "" {
		out[fieldPattern] += ofSource + string(d.Source)
	}
	if day := d.Goal().Deadline; day != 0 {
		out[fieldDeadline] = day.String()
	}
	return out
}

// readFields takes the front matter into a document.
func (f *file) readFields() {
	d := &f.doc
	d.ID, d.Zone, d.Wish = f.front.get(fieldID), f.front.get(fieldZone), f.front.get(fieldWish)
	name, source, _ := strings.Cut(f.front.get(fieldPattern), ofSource)
	pattern, subtype, _ := strings.Cut(name, "/")
	d.Pattern, d.Subtype, d.Source = outline.Pattern(pattern), subtype, outline.Pattern(source)
	d.State = State(strings.ToLower(strings.TrimSpace(f.front.get(fieldState))))
	var err error
	if d.Version, err = strconv.Atoi(f.front.get(fieldVersion)); err != nil || d.Version < 1 {
		f.badField(fieldVersion, "the version %.40q is not a number from 1 up; leave it to Weft", f.front.get(fieldVersion))
	}
	if !idForm.MatchString(d.ID) {
		f.badField(fieldID, "the id %.70q is not valid; put back the line \"id:\" that was there", d.ID)
	}
	if !d.State.known() {
		f.badField(fieldState, "%.40q is not a state; write draft, proposed, active, paused, done or abandoned", d.State)
	}
	if f.zone, err = time.LoadLocation(d.Zone); err != nil || d.Zone == "" || f.zone == time.Local {
		f.badField(fieldZone, "%.60q is not a time zone; write one such as Europe/Berlin", d.Zone)
		f.zone = time.UTC
	}
	if text := f.front.get(fieldDeadline); text != "" {
		if f.deadline, err = civil.ParseDate(text); err != nil {
			f.badField(fieldDeadline, "the deadline %v", err)
		}
	}
}

func (f *file) badField(name, format string, args ...any) {
	at, _ := f.front.span(name)
	f.bad[name] = true
	f.problem(at+1, format, args...)
}

var plain = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_./-]*$`)

// scalar writes a value as YAML. Texts are quoted if they could be read as
// anything else.
func scalar(name, s string) string {
	switch strings.ToLower(s) {
	case "true", "false", "null", "yes", "no", "on", "off", "y", "n":
		return quoted(s)
	}
	if plain.MatchString(s) || name == fieldVersion || name == fieldDeadline {
		return s
	}
	return quoted(s)
}

func quoted(s string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			out.WriteString(`\` + string(r))
		case r < 0x20 || r >= 0x7f && r <= 0x9f || r == 0x2028 || r == 0x2029 || r == 0xfeff:
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			out.WriteRune(r)
		}
	}
	out.WriteByte('"')
	return out.String()
}
