package notegraph

import (
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
)

// Describe returns what the user wrote to start a run, "" if that can't be told.
func Describe(started *runv1.Started) string {
	var in notegraphv1.Input
	if started.GetInput().UnmarshalTo(&in) != nil {
		return ""
	}
	return in.GetText()
}
