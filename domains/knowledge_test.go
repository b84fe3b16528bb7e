package domains_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes/background"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestModelsAreToldOfTheNamedDomainsAndTheBaseLast(t *testing.T) {
	t.Parallel()
	set := builtin(t)
	var told []string
	for _, b := range set.Knowledge([]string{"sleep", "strength", "nonsense"}, "why did my bp feel heavy?") {
		told = append(told, b.GetKind().String()[len("BACKGROUND_KIND_"):]+" "+b.GetDomain())
		if b.GetText() == "" || b.GetOmittedBytes() > 0 && b.GetKind() == commonv1.BackgroundKind_BACKGROUND_KIND_EXPERTISE {
			t.Errorf("%v", b)
		}
	}
	want := []string{"EXPERTISE sleep", "EXPERTISE strength", "EXPERTISE general", "VOCABULARY sleep", "VOCABULARY strength"}
	if !slices.Equal(told, want) {
		t.Errorf("told of %v, want %v", told, want)
	}
}

func TestWordsOfTheTextComeFirst(t *testing.T) {
	t.Parallel()
	for _, b := range builtin(t).Knowledge([]string{"strength"}, "why did my bp feel heavy?") {
		if b.GetKind() != commonv1.BackgroundKind_BACKGROUND_KIND_VOCABULARY || b.GetDomain() != "strength" {
			continue
		}
		if first, _, _ := strings.Cut(b.GetText(), "\n"); first != "bench press: bp" {
			t.Errorf("the first line is %q", first)
		}
		if strings.Contains(b.GetText(), "deadlift") {
			t.Errorf("aliases of names that nobody asked for: %s", b.GetText())
		}
	}
}

func TestOfAllDomainsModelsAreToldNoMoreThanTheBounds(t *testing.T) {
	t.Parallel()
	set := builtin(t)
	sum := map[commonv1.BackgroundKind]int{}
	for _, b := range background.Bound(set.Knowledge(set.Names(), "how am I doing?")) {
		sum[b.GetKind()] += len(b.GetText())
	}
	for kind, most := range map[commonv1.BackgroundKind]int{
		commonv1.BackgroundKind_BACKGROUND_KIND_EXPERTISE:  background.MaxExpertise,
		commonv1.BackgroundKind_BACKGROUND_KIND_VOCABULARY: background.MaxVocabulary,
	} {
		if sum[kind] > most || sum[kind] < most/2 {
			t.Errorf("%v: %d bytes of %d", kind, sum[kind], most)
		}
	}
}

func TestTheDomainsOfAWishAreThoseOfWhichItHasAWord(t *testing.T) {
	t.Parallel()
	set := builtin(t)
	for wish, want := range map[string][]string{
		"Book a squat rack and a 10 km race": {"running", "strength"},
		"Send Ann the minutes":               nil,
		"":                                   nil,
	} {
		if got := set.NamedIn(wish); !slices.Equal(got, want) {
			t.Errorf("%q bears on %v, want %v", wish, got, want)
		}
	}
}
