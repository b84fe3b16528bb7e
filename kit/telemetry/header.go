package telemetry

import (
	"maps"
	"slices"
	"strings"
)

// A Header carries a trace in the header of a message, such as that of NATS, as a
// propagation.TextMapCarrier. Names are found in whatever case they come: NATS keeps
// the case of the sender, but servers before 2.14 rewrote Traceparent to traceparent.
type Header map[string][]string

// Get returns the first value of a name, "" if there is none.
func (h Header) Get(name string) string {
	for _, key := range h.named(name) {
		if values := h[key]; len(values) > 0 {
			return values[0]
		}
	}
	return ""
}

// Set sets a name to one value, in whatever case it stood there.
func (h Header) Set(name, value string) {
	for _, key := range h.named(name) {
		delete(h, key)
	}
	h[name] = []string{value}
}

// Keys returns the names that are set.
func (h Header) Keys() []string { return slices.Sorted(maps.Keys(h)) }

// named returns the keys that are a name, the exact one first.
func (h Header) named(name string) []string {
	keys := slices.DeleteFunc(h.Keys(), func(key string) bool { return !strings.EqualFold(key, name) })
	if i := slices.Index(keys, name); i > 0 {
		keys[0], keys[i] = keys[i], keys[0]
	}
	return keys
}
