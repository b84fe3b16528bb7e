package notegraph

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	parserv1 "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes/extract"
)

// errPath is returned for a change whose path does not exist in the data.
var errPath = errors.New("the path is not in the entry's data")

// dataOf returns what a parser made of an entry, or would make of it.
func dataOf(e *commonv1.Entry, domains *commonv1.DomainContext) *structpb.Struct {
	if len(e.GetDomainData().GetFields()) > 0 {
		return e.GetDomainData()
	}
	return extract.Extract(e.GetText(), domains.GetSchemas()).Data
}

// changed returns a copy of data with the changes made, or an error and no
// change at all.
func changed(data *structpb.Struct, changes []*parserv1.FieldChange) (*structpb.Struct, error) {
	out := &structpb.Struct{Fields: map[string]*structpb.Value{}}
	if data != nil {
		out = proto.Clone(data).(*structpb.Struct)
	}
	for _, c := range changes {
		if err := set(structpb.NewStructValue(out), c.GetPath(), c.GetAfter()); err != nil {
			return nil, fmt.Errorf("change %q: %w", c.GetPath(), err)
		}
	}
	return out, nil
}

// segment is one part of a path: a field, then any number of indexes.
var segment = regexp.MustCompile(`^([^.\[\]]+)((?:\[\d+\])*)$`)

// set puts a value at a path such as "strength.sets[0].load.value". Everything
// but the last field must exist.
func set(root *structpb.Value, path string, v *structpb.Value) error {
	at := root
	parts := strings.Split(path, ".")
	for i, part := range parts {
		m := segment.FindStringSubmatch(part)
		fields := at.GetStructValue().GetFields()
		if m == nil || fields == nil {
			return errPath
		}
		last := i == len(parts)-1
		if m[2] == "" && last {
			fields[m[1]] = v
			return nil
		}
		at = fields[m[1]]
		indexes := strings.FieldsFunc(m[2], func(r rune) bool { return r == '[' || r == ']' })
		for j, ix := range indexes {
			n, err := strconv.Atoi(ix)
			list := at.GetListValue().GetValues()
			if err != nil || n >= len(list) {
				return errPath
			}
			if last && j == len(indexes)-1 {
				list[n] = v
				return nil
			}
			at = list[n]
		}
	}
	return errPath
}
