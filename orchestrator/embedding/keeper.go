package embedding

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"go.opentelemetry.io/otel/metric"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/kit/usage"
	"github.com/weft-mesh/weft/notes/meaning"
	"github.com/weft-mesh/weft/orchestrator/budget"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

const (
	// perCall is how many passages go into one call: few, so that a question that comes
	// meanwhile has its turn soon at a server that does one thing at a time.
	perCall = 8
	// perWrite is of how many notes vectors are stored together; a crash costs as many.
	perWrite = 32
	// perLook is of how many notes these are drawn. Orchestrators that work side by side
	// draw other ones, and do little twice.
	perLook = 8 * perWrite
)

// Waits of a Keeper.
const (
	settle  = time.Second      // after the start
	between = 10 * time.Second // two looks
	longest = 2 * time.Minute  // two looks while the model can't be asked
	sweep   = time.Hour        // two sweeps
)

// A Keeper sees to it that every note has its vectors. It is used by one goroutine.
type Keeper struct {
	Store  store.Writer
	Model  *llm.Embedding
	Budget *budget.Keeper // what a day may cost
	Log    *slog.Logger
	Lacks  metric.Int64Gauge // notes without vectors; nil for none

	refused map[string]bool // hashes of texts that the model takes from nobody
	swept   time.Time
}

// Keep makes the vectors of all tenants' notes until ctx ends. whose tells which those are.
func (k *Keeper) Keep(ctx context.Context, whose func(context.Context) ([]store.Scope, error)) error {
	for wait, pause := settle, between; ; wait = pause {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
		scopes, err := whose(ctx)
		if err != nil && ctx.Err() == nil {
			k.Log.WarnContext(ctx, "the tenants whose notes are to have vectors can't be listed now", "error", err)
		}
		lacking, sweeps := 0, time.Since(k.swept) >= sweep
		for _, scope := range scopes {
			if sweeps {
				if e := k.Store.SweepVectors(ctx, scope, k.Model.Space()); e != nil && ctx.Err() == nil {
					k.Log.WarnContext(ctx, "vectors of notes that are gone stay for now", "tenant", scope.Tenant, "error", e)
				}
			}
			n, failed := k.Embed(ctx, scope)
			if lacking += n; failed != nil && ctx.Err() == nil {
				k.Log.WarnContext(ctx, "notes get no vectors now; they are found by their words", "cause", telemetry.SameCause(""), "tenant", scope.Tenant, "notes", n, "error", failed)
				err = failed
			}
		}
		if sweeps {
			k.swept = time.Now()
		}
		if k.Lacks != nil {
			k.Lacks.Record(ctx, int64(lacking))
		}
		if err == nil {
			pause = between
		} else {
			pause = min(2*pause, longest)
		}
	}
}

// Embed makes the vectors of a tenant's notes that have none, newest first, and returns how
// many are left without. What is interrupted is gone on with by the next call.
func (k *Keeper) Embed(ctx context.Context, scope store.Scope) (left int, err error) {
	for first := true; ; first = false {
		ids, total, err := k.Store.WithoutVectors(ctx, scope, k.Model.Space(), perLook+len(k.refused))
		if err != nil || total == 0 {
			return total, err
		}
		rand.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		list, err := k.wanted(ctx, scope, ids)
		if err != nil || len(list) == 0 {
			return total, err
		}
		if first {
			k.Log.InfoContext(ctx, "notes get vectors", "tenant", scope.Tenant, "notes", total, "model", k.Model.Name())
		}
		done, err := k.vectorsOf(ctx, scope, list)
		if e := k.Store.PutVectors(ctx, scope, k.Model.Space(), done); len(done) > 0 {
			err = errors.Join(err, e)
		}
		if err != nil {
			return total - len(done), err
		}
		if total <= len(done) {
			k.Log.InfoContext(ctx, "all notes have vectors", "tenant", scope.Tenant)
		}
	}
}

// wanted returns entries that are to have vectors, at most perWrite.
func (k *Keeper) wanted(ctx context.Context, scope store.Scope, ids []string) ([]*commonv1.Entry, error) {
	var out []*commonv1.Entry
	for len(ids) > 0 && len(out) < perWrite {
		n := min(len(ids), perWrite)
		list, err := k.Store.Entries(ctx, scope, ids[:n])
		if err != nil {
			return nil, err
		}
		for _, e := range list {
			if !k.refused[e.GetContentHash()] && len(out) < perWrite {
				out = append(out, e)
			}
		}
		ids = ids[n:]
	}
	return out, nil
}

// vectorsOf makes the vectors of entries. On an error it returns those that are whole.
func (k *Keeper) vectorsOf(ctx context.Context, scope store.Scope, list []*commonv1.Entry) ([]store.Vectors, error) {
	var out []store.Vectors
	for len(list) > 0 {
		n, passages := 0, 0
		for n < len(list) && (n == 0 || passages+len(meaning.Split(list[n].GetText())) <= perCall) {
			passages += len(meaning.Split(list[n].GetText()))
			n++
		}
		made, err := k.together(ctx, scope, list[:n])
		if refused(err) && n > 1 { // one of them is the reason
			for _, e := range list[:n] {
				if made, err = k.together(ctx, scope, []*commonv1.Entry{e}); err == nil {
					out = append(out, made...)
				} else if err = k.refuse(ctx, e, err); err != nil {
					return out, err
				}
			}
			list = list[n:]
			continue
		}
		if err != nil {
			if err = k.refuse(ctx, list[0], err); err != nil {
				return out, err
			}
		}
		out, list = append(out, made...), list[n:]
	}
	return out, nil
}

// refused reports whether a model does not take the texts as they are.
func refused(err error) bool {
	f, ok := errors.AsType[*llm.Error](err)
	return ok && f.Cause == llm.Refused
}

// maxRefused is how many texts are remembered that the model refuses. More than that are a
// reason to stop.
const maxRefused = 1000

// refuse remembers an entry that the model refuses, so that it holds up no other. Any other
// error is returned.
func (k *Keeper) refuse(ctx context.Context, e *commonv1.Entry, err error) error {
	if !refused(err) || len(k.refused) >= maxRefused {
		return err
	}
	if k.refused == nil {
		k.refused = map[string]bool{}
	}
	k.refused[e.GetContentHash()] = true
	k.Log.WarnContext(ctx, "a note gets no vectors: the model refuses it", "entry", e.GetId(), "error", err)
	return nil
}

// together makes the vectors of entries in as few calls as it takes.
func (k *Keeper) together(ctx context.Context, scope store.Scope, list []*commonv1.Entry) ([]store.Vectors, error) {
	var texts []string
	out := make([]store.Vectors, len(list))
	for i, e := range list {
		out[i] = store.Vectors{ID: e.GetId(), Hash: e.GetContentHash()}
		for _, r := range meaning.Split(e.GetText()) {
			out[i].Passages = append(out[i].Passages, meaning.Passage{Range: r})
			texts = append(texts, e.GetText()[r.Start:r.End])
		}
	}
	var vectors [][]float32
	for len(texts) > 0 {
		n := min(len(texts), perCall)
		some, err := k.call(ctx, scope, texts[:n])
		if err != nil {
			return nil, err
		}
		vectors, texts = append(vectors, some...), texts[n:]
	}
	for i := range out {
		for j, p := range out[i].Passages {
			out[i].Passages[j] = meaning.NewPassage(p.Range, meaning.NewVector(vectors[0]))
			vectors = vectors[1:]
		}
	}
	return out, nil
}

// call asks the model once, within what the day may cost.
func (k *Keeper) call(ctx context.Context, scope store.Scope, texts []string) ([][]float32, error) {
	ctx, err := k.Budget.Allow(ctx, scope.Tenant, budget.Spent{})
	if err != nil {
		return nil, err
	}
	vectors, used, err := k.Model.Passages(ctx, llm.AllowanceOf(&commonv1.CallContext{ModelBudget: budget.Left(ctx)}), texts)
	usage.Tell(ctx, used)
	if err != nil {
		return nil, fmt.Errorf("vectors of passages: %w", err)
	}
	return vectors, nil
}
