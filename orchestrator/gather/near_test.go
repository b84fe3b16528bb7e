package gather_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/meaning"
	"github.com/weft-mesh/weft/notes/rank"
	"github.com/weft-mesh/weft/orchestrator/gather"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	"github.com/weft-mesh/weft/services/retriever"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/vault"
)

const space = "words"

// overVectors is a retriever over a vault with a note on each of so many days from the first
// of January 2025 on. Every third is a run. The later a note, the further it is from the
// vector (1, 0); the last one has none.
func overVectors(t testing.TB, days int) *retriever.Service {
	t.Helper()
	v, err := vault.Open(t.TempDir(), vault.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.Close() })
	scope := store.Scope{Tenant: "local"}
	var list []store.Vectors
	for i := range days {
		text := fmt.Sprintf("Note %d.", i)
		if i%3 == 0 {
			text = fmt.Sprintf("Ran %d km.", i)
		}
		e, err := v.Keep(t.Context(), scope, store.NewEntry{Key: fmt.Sprint(i), Time: time.Date(2025, 1, 1+i, 8, 0, 0, 0, time.UTC), Text: text})
		if err != nil {
			t.Fatal(err)
		}
		angle := float64(i) / float64(days) * math.Pi / 2
		p := meaning.NewPassage(rank.Range{Start: 0, End: 4}, meaning.NewVector([]float32{float32(math.Cos(angle)), float32(math.Sin(angle))}))
		list = append(list, store.Vectors{ID: e.GetId(), Hash: notes.Hash(text), Passages: []meaning.Passage{p}})
	}
	if err := v.PutVectors(t.Context(), scope, space, list[:days-1]); err != nil {
		t.Fatal(err)
	}
	s, err := retriever.New(retriever.Deps{Store: v})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func nearRequest(question string) *pb.RetrieveRequest {
	req := request(&commonv1.RetrievalInstruction{
		Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_QUESTION, Question: question,
		DateRange: &commonv1.DateRange{Start: "2025-01-01", End: "2025-02-09"},
	})
	req.MaxEntries = 20
	req.Vectors = []*pb.QuestionVector{{InstructionId: 1, Space: space, Vector: meaning.NewVector([]float32{1, 0}), MaxEntries: 5}}
	return req
}

func TestWhatIsNearIsFusedOverAllShardsAsOverOne(t *testing.T) {
	t.Parallel()
	m := newMesh(t, 1<<20)
	m.retriever(overVectors(t, 40), retriever.AttachOptions{})
	for _, days := range []int{-1, 7} {
		resp, err := gather.New(m.connect(), gather.Options{ShardDays: days}).Retrieve(t.Context(), nearRequest("how far did I run?"))
		if err != nil {
			t.Fatal(err)
		}
		ids := entryIDs(resp)
		// Both have the runs of the 1st and the 4th; only near are the 2nd, the 3rd and the 5th.
		for i, day := range []string{"2025-01-01", "2025-01-04"} {
			if !strings.HasPrefix(ids[i], day) {
				t.Errorf("in parts of %d days %d is %s", days, i+1, ids[i])
			}
		}
		if days > 0 && len(ids) != 20 || days < 0 && (len(ids) != 17 || resp.GetTotal() != 17) {
			t.Errorf("in parts of %d days there are %d of %d", days, len(ids), resp.GetTotal())
		}
		for _, e := range resp.GetEntries() {
			if strings.HasPrefix(e.GetEntry().GetText(), "Note") && (e.GetBest().GetEnd() != 4 || len(e.GetTerms()) != 0 || e.GetCovers()) {
				t.Errorf("a note that is only near is %v", e)
			}
		}
		if w := resp.GetWarnings(); len(w) != 1 || !strings.HasPrefix(w[0], "1 notes have no vectors yet") {
			t.Errorf("it warns %q", w)
		}
		if s := resp.GetResults()[0].GetSummary(); days < 0 && !strings.HasSuffix(s, ", 3 more by their meaning") {
			t.Errorf("the summary is %q", s)
		}
	}
}

func TestWithoutAVectorTheRankingIsThatOfWords(t *testing.T) {
	t.Parallel()
	m := newMesh(t, 1<<20)
	m.retriever(overVectors(t, 40), retriever.AttachOptions{})
	g := gather.New(m.connect(), gather.Options{ShardDays: -1})
	plain := nearRequest("how far did I run?")
	plain.Vectors = nil
	want, err := g.Retrieve(t.Context(), plain)
	if err != nil {
		t.Fatal(err)
	}
	other := nearRequest("how far did I run?")
	other.Vectors[0].Space = "of another model"
	got, err := g.Retrieve(t.Context(), other)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(entryIDs(got), entryIDs(want)) || got.GetTotal() != want.GetTotal() || got.GetEntries()[0].GetScore() != want.GetEntries()[0].GetScore() {
		t.Errorf("with vectors of another model it is %v, without any %v", entryIDs(got), entryIDs(want))
	}
}

func TestAnOrderThatIsAskedForStays(t *testing.T) {
	t.Parallel()
	m := newMesh(t, 1<<20)
	m.retriever(overVectors(t, 40), retriever.AttachOptions{})
	req := nearRequest("when did I last run?")
	req.Instructions[0].Order = commonv1.RetrievalOrder_RETRIEVAL_ORDER_NEWEST
	resp, err := gather.New(m.connect(), gather.Options{ShardDays: -1}).Retrieve(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if ids := entryIDs(resp); !strings.HasPrefix(ids[0], "2025-02-09") || !strings.HasPrefix(ids[len(ids)-1], "2025-01-05") {
		t.Errorf("the newest first is %v", ids)
	}
}
