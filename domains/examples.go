package domains

import (
	"encoding/json"
	"errors"
	"reflect"
	"strconv"

	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// CheckExamples reads every domain's examples with that domain's patterns and
// reports each whose data is not what the file says, with file and line. It is
// how an author sees whether the patterns do what they should.
func (s *Set) CheckExamples() error {
	var errs []error
	for _, d := range s.domains {
		ex, err := extract.Compile([]*commonv1.DomainSchema{d.packed})
		if err != nil {
			errs = append(errs, err)
			continue
		}
		for i, e := range d.examples {
			want, err := normal(e.Data)
			if err != nil {
				errs = append(errs, d.source.errorf(exampleAt(i), "example %q: %v", e.Text, err))
				continue
			}
			got, _ := ex.Extract(e.Text).Data.AsMap()[d.info.GetName()].(map[string]any)
			if len(got) == 0 && len(want) == 0 || reflect.DeepEqual(got, want) {
				continue
			}
			errs = append(errs, d.source.errorf(exampleAt(i), "example %q gives\n  %s\nbut the file says\n  %s", e.Text, show(got), show(want)))
		}
	}
	return errors.Join(errs...)
}

func exampleAt(i int) string { return "$.examples[" + strconv.Itoa(i) + "].text" }

// normal brings numbers of YAML into the form of JSON.
func normal(data map[string]any) (map[string]any, error) {
	text, err := json.Marshal(data)
	if err != nil {
		return nil, err
	}
	var out map[string]any
	return out, json.Unmarshal(text, &out)
}

func show(data map[string]any) string {
	if len(data) == 0 {
		return "nothing"
	}
	text, err := json.Marshal(data)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
