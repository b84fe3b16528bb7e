package bus_test

import (
	"encoding/json"
	"errors"
	"maps"
	"strconv"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/fault"
)

const formatMark = "weft.format"

// A build before the mark made its streams without one.
func TestAStreamGetsTheFormatOfTheBuildThatOpensIt(t *testing.T) {
	t.Parallel()
	js, end := opened(t, bus.Options{Dir: t.TempDir()})
	t.Cleanup(end)
	config := jetstream.StreamConfig{Name: "OLD", Subjects: []string{"old"}}
	before := config
	before.Metadata = map[string]string{"weft.configuration": "0123"}
	if _, err := js.CreateStream(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	s, err := bus.Stream(t.Context(), js, config)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.CachedInfo().Config.Metadata[formatMark]; got != strconv.Itoa(bus.Format) {
		t.Errorf("its format is %q", got)
	}
}

func TestWhatALaterBuildHasWrittenIsRefusedAndLeftAsItIs(t *testing.T) {
	t.Parallel()
	js, end := opened(t, bus.Options{Dir: t.TempDir()})
	t.Cleanup(end)
	ctx := t.Context()
	stream := jetstream.StreamConfig{Name: "NEW", Subjects: []string{"new"}}
	bucket := jetstream.KeyValueConfig{Bucket: "new"}
	for name, open := range map[string]func() error{
		"NEW":    func() error { _, err := bus.Stream(ctx, js, stream); return err },
		"KV_new": func() error { _, err := bus.Bucket(ctx, js, bucket); return err },
	} {
		if err := open(); err != nil {
			t.Fatal(err)
		}
		for _, mark := range []string{strconv.Itoa(bus.Format + 1), "of a kind to come"} {
			raised := described(t, js, name).Config
			raised.Metadata = maps.Clone(raised.Metadata)
			raised.Metadata[formatMark] = mark
			raised.Metadata["weft.configuration"] = "another"
			if _, err := js.UpdateStream(ctx, raised); err != nil {
				t.Fatal(err)
			}
			before := described(t, js, name)
			err := open()
			if !errors.Is(err, fault.LaterFormat) || !strings.Contains(err.Error(), "format "+mark) {
				t.Errorf("%s of format %s: %v", name, mark, err)
			}
			if after := described(t, js, name); asJSON(t, after.Config) != asJSON(t, before.Config) || asJSON(t, after.State) != asJSON(t, before.State) {
				t.Errorf("%s is %+v, and was %+v", name, after, before)
			}
		}
	}
}

func described(t *testing.T, js jetstream.JetStream, stream string) *jetstream.StreamInfo {
	t.Helper()
	s, err := js.Stream(t.Context(), stream)
	if err != nil {
		t.Fatal(err)
	}
	return s.CachedInfo()
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
