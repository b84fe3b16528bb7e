package api

import (
	"testing"

	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/weft-mesh/weft/proto/weftapi"
)

// What a caller may send is counted before it is built, by the rules of the contract: a
// list without one would be bounded by the size of a message alone.
func TestEachListThatACallerMaySendHasABound(t *testing.T) {
	t.Parallel()
	seen := map[protoreflect.FullName]bool{}
	var check func(d protoreflect.MessageDescriptor)
	check = func(d protoreflect.MessageDescriptor) {
		if seen[d.FullName()] {
			return
		}
		seen[d.FullName()] = true
		for i := range d.Fields().Len() {
			f := d.Fields().Get(i)
			rules, err := protovalidate.ResolveFieldRules(f)
			if err != nil {
				t.Fatal(err)
			}
			if f.IsList() && rules.GetRepeated().GetMaxItems() == 0 || f.IsMap() && rules.GetMap().GetMaxPairs() == 0 {
				t.Errorf("%s has no bound", f.FullName())
			}
			if f.Message() != nil {
				check(f.Message())
			}
		}
	}
	for _, m := range weftapi.Methods() {
		check(m.Input())
	}
	if len(seen) < 20 {
		t.Errorf("only %d messages were looked at", len(seen))
	}
}
