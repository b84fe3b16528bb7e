package toolserver

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// What can go wrong with a call on purpose.
const (
	ExitBefore = "exit-before" // the server dies, and has done nothing
	ExitAfter  = "exit-after"  // the server has done it, and dies before it answers
	Fail       = "fail"        // the tool says that it has failed, and has done nothing
	Hang       = "hang"        // the server never answers, and has done nothing
)

var kinds = []string{ExitBefore, ExitAfter, Fail, Hang}

// A Fault makes one call go wrong.
type Fault struct {
	Operation string
	Call      int // which call of the operation, from 1, counted in the ledger
	Kind      string
}

// ParseFault reads OPERATION:CALL:KIND, such as send_message:2:exit-before.
func ParseFault(text string) (Fault, error) {
	operation, rest, _ := strings.Cut(text, ":")
	number, kind, _ := strings.Cut(rest, ":")
	call, err := strconv.Atoi(number)
	if operation == "" || err != nil || call < 1 || !slices.Contains(kinds, kind) {
		return Fault{}, fmt.Errorf("%q is no OPERATION:CALL:KIND, such as send_message:2:exit-before; kinds are %s",
			text, strings.Join(kinds, ", "))
	}
	return Fault{operation, call, kind}, nil
}

// find returns the fault of a call, "" if it has none.
func find(faults []Fault, operation string, call int) string {
	for _, f := range faults {
		if f.Operation == operation && f.Call == call {
			return f.Kind
		}
	}
	return ""
}
