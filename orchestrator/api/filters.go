package api

import (
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/textfold"
)

// Labelled returns what finds out whether something has all of the wanted labels, each
// "key=value", or "key" for any value of it.
func Labelled(wanted []string) func(labels map[string]string) bool {
	return func(labels map[string]string) bool {
		for _, w := range wanted {
			key, value, valued := strings.Cut(w, "=")
			if is, has := labels[key]; !has || valued && is != value {
				return false
			}
		}
		return true
	}
}

// Worded returns what finds out whether a text has all of the wanted words, as they are or
// as parts of others.
func Worded(wanted string) func(text string) bool {
	words := strings.Fields(textfold.Fold(wanted))
	return func(text string) bool {
		if len(words) == 0 {
			return true
		}
		folded := textfold.Fold(text)
		for _, w := range words {
			if !strings.Contains(folded, w) {
				return false
			}
		}
		return true
	}
}

// Between returns what finds out whether a moment lies in a span that a request names; a
// bound that is absent bounds nothing.
func Between(since, until *timestamppb.Timestamp) (func(time.Time) bool, error) {
	for field, at := range map[string]*timestamppb.Timestamp{"since": since, "until": until} {
		if at != nil && !at.IsValid() {
			return nil, fault.Invalid(field, "is no time between the years 1 and 9999")
		}
	}
	if since != nil && until != nil && !since.AsTime().Before(until.AsTime()) {
		return nil, fault.Invalid("until", "must be later than since")
	}
	return func(t time.Time) bool {
		return (since == nil || !t.Before(since.AsTime())) && (until == nil || t.Before(until.AsTime()))
	}, nil
}
