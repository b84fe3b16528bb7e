package extract_test

import (
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestAPackedSchemaReadsAlike(t *testing.T) {
	t.Parallel()
	whole := plants(t, pattern("watered [the] {plant}", "events", "plant={plant}"))
	whole.Vocabulary["swiss cheese plant"], whole.Vocabulary["l"] = "monstera", "litre"
	whole.Covers = map[string]*commonv1.Words{"balcony": {Words: []string{"fern"}}}
	packed, err := extract.Pack(whole)
	if err != nil {
		t.Fatal(err)
	}
	if len(packed.GetPacked()) == 0 || len(packed.GetPatterns())+len(packed.GetNames())+len(packed.GetVocabulary())+len(packed.GetCovers()) > 0 {
		t.Errorf("it is not packed: %v", packed)
	}
	cache := extract.NewCache(4)
	for _, text := range []string{"watered the monstera", "watered monsti", "watered the Swiss cheese plant", "watered the fern", "a quiet day"} {
		want := extract.Extract(text, []*commonv1.DomainSchema{whole})
		if nothing := text == "a quiet day"; nothing != (len(want.Data.GetFields()) == 0) {
			t.Fatalf("%q: %v", text, want.Data)
		}
		ex, errs := cache.Extractor([]*commonv1.DomainSchema{packed})
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if got := ex.Extract(text); !proto.Equal(got.Data, want.Data) {
			t.Errorf("%q: %v, want %v", text, got.Data, want.Data)
		}
	}
}

func TestPackedFieldsThatCannotBeReadAreAnError(t *testing.T) {
	t.Parallel()
	broken := plants(t)
	broken.Packed = []byte("no message")
	if _, errs := extract.NewCache(4).Extractor([]*commonv1.DomainSchema{broken}); len(errs) != 1 {
		t.Errorf("%v", errs)
	}
}
