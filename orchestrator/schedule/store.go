package schedule

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"github.com/weft-mesh/weft/kit/bus"
)

const bucket = "weft_schedules"

// Most is how many schedules a tenant may have.
const Most = 10_000

var (
	// ErrNotFound is returned for a schedule that its tenant does not have.
	ErrNotFound = errors.New("schedule not found")
	// ErrMost is returned to a tenant that has as many schedules as it may.
	ErrMost = errors.New("a tenant has too many schedules")
	// ErrReused is returned when a request id was used for another schedule.
	ErrReused = errors.New("request id was used for another schedule")
	// errFenced is returned if another process has changed what was to be changed.
	errFenced = errors.New("schedule has changed meanwhile")
)

// Options say how schedules are kept.
type Options struct {
	Replicas  int                  // copies of the bucket; 1 on a single server
	Placement *jetstream.Placement // which servers keep it; nil for any
	Most      int                  // schedules that a tenant may have; 0 means Most
}

// A Store keeps the schedules of a mesh in a bucket, one key a schedule. It is safe for
// concurrent use.
type Store struct {
	kv   jetstream.KeyValue
	most int
}

// kept is a schedule with the revision at which it was read.
type kept struct {
	Schedule
	revision uint64
}

// forgetAfter is how long it is known that a schedule was deleted. Who has missed that finds
// no record when its time comes.
const forgetAfter = 24 * time.Hour

// OpenStore makes sure that the bucket exists. Opening it from several processes at once is
// safe.
func OpenStore(ctx context.Context, nc *nats.Conn, o Options) (*Store, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, fmt.Errorf("open jetstream: %w", err)
	}
	kv, err := bus.Bucket(ctx, js, jetstream.KeyValueConfig{
		Bucket: bucket, Description: "Schedules that start Weft's runs; one key a schedule",
		Storage: jetstream.FileStorage, Replicas: o.Replicas, Placement: o.Placement, History: 1,
		LimitMarkerTTL: forgetAfter, // lets markers of those that were deleted have an end
	})
	return &Store{kv, cmp.Or(o.Most, Most)}, err
}

// token is what may stand in a key: tenants and ids.
var token = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// IsID reports whether a text may be the id of a schedule.
func IsID(text string) bool { return token.MatchString(text) }

// keyOf keeps wildcards and dots, and so another tenant, out of a key.
func keyOf(tenant, id string) (string, error) {
	if !token.MatchString(tenant) || !token.MatchString(id) {
		return "", fmt.Errorf("schedule %q of tenant %q: %w", id, tenant, ErrNotFound)
	}
	return tenant + "." + id, nil
}

func readEntry(e jetstream.KeyValueEntry) (kept, error) {
	k := kept{revision: e.Revision()}
	err := json.Unmarshal(e.Value(), &k.Schedule)
	k.Tenant, k.ID, _ = strings.Cut(e.Key(), ".")
	if err != nil {
		return k, fmt.Errorf("read schedule %s: %w", e.Key(), err)
	}
	return k, nil
}

// Get returns a schedule, or ErrNotFound.
func (s *Store) Get(ctx context.Context, tenant, id string) (Schedule, error) {
	k, err := s.read(ctx, tenant, id)
	return k.Schedule, err
}

func (s *Store) read(ctx context.Context, tenant, id string) (kept, error) {
	key, err := keyOf(tenant, id)
	if err != nil {
		return kept{}, err
	}
	e, err := s.kv.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return kept{}, fmt.Errorf("schedule %s: %w", id, ErrNotFound)
	}
	if err != nil {
		return kept{}, fmt.Errorf("read schedule %s: %w", id, err)
	}
	return readEntry(e)
}

// writeTimeout bounds the wait for the word that a schedule is kept.
const writeTimeout = 4 * time.Second

// put writes a schedule; errFenced if it is not as it was read.
func (s *Store) put(ctx context.Context, k kept) (kept, error) {
	key, err := keyOf(k.Tenant, k.ID)
	if err != nil {
		return k, err
	}
	data, err := json.Marshal(k.Schedule)
	if err != nil {
		return k, fmt.Errorf("encode schedule %s: %w", k.ID, err)
	}
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	var revision uint64
	if k.revision == 0 {
		revision, err = s.kv.Create(ctx, key, data)
	} else {
		revision, err = s.kv.Update(ctx, key, data, k.revision)
	}
	refused, ok := errors.AsType[*jetstream.APIError](err)
	if errors.Is(err, jetstream.ErrKeyExists) || ok && refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence {
		return k, errFenced
	}
	if err != nil {
		return k, fmt.Errorf("keep schedule %s: %w", k.ID, err)
	}
	k.revision = revision
	return k, nil
}

// claim is what a request id was used for.
type claim struct {
	ID    string `json:"id"`
	Asked []byte `json:"asked"` // digest of the request
}

// claimsKept is how long a request id is known.
const claimsKept = 24 * time.Hour

// Create keeps a new schedule. With a request id that its tenant has used for the same, it
// returns the schedule of that call; ErrReused if it was used for another.
func (s *Store) Create(ctx context.Context, made Schedule, request string) (Schedule, error) {
	if _, err := keyOf(made.Tenant, made.ID); err != nil {
		return made, err
	}
	if request != "" {
		var err error
		if made.ID, err = s.claim(ctx, made.Tenant, request, claim{made.ID, made.Asked}); err != nil {
			return made, err
		}
	}
	for {
		k, err := s.read(ctx, made.Tenant, made.ID)
		if !errors.Is(err, ErrNotFound) {
			return k.Schedule, err
		}
		if err := s.checkRoom(ctx, made.Tenant); err != nil {
			return made, err
		}
		if _, err := s.put(ctx, kept{Schedule: made}); !errors.Is(err, errFenced) {
			return made, err
		}
	}
}

// Ensure keeps a schedule that the server makes itself, with the times that it has now. A
// tenant may have any number of these; one that is paused stays so.
func (s *Store) Ensure(ctx context.Context, made Schedule) error {
	for {
		k, err := s.read(ctx, made.Tenant, made.ID)
		switch {
		case errors.Is(err, ErrNotFound):
			k = kept{Schedule: made}
		case err != nil:
			return err
		case k.Cron == made.Cron && k.Zone == made.Zone && k.Description == made.Description:
			return nil
		default:
			k.Cron, k.Zone, k.Description = made.Cron, made.Zone, made.Description
			if made.Settled.After(k.Settled) {
				k.Settled = made.Settled
			}
		}
		if _, err := s.put(ctx, k); !errors.Is(err, errFenced) {
			return err
		}
	}
}

// claim ties a request id to a schedule, and returns the one that it belongs to.
func (s *Store) claim(ctx context.Context, tenant, request string, mine claim) (id string, err error) {
	sum := sha256.Sum256([]byte(request))
	key := "request/" + tenant + "/" + hex.EncodeToString(sum[:])
	data, err := json.Marshal(mine)
	if err != nil {
		return "", fmt.Errorf("encode a request id: %w", err)
	}
	for {
		_, err := s.kv.Create(ctx, key, data, jetstream.KeyTTL(claimsKept))
		if err == nil {
			return mine.ID, nil
		}
		if !errors.Is(err, jetstream.ErrKeyExists) {
			return "", fmt.Errorf("keep a request id: %w", err)
		}
		e, err := s.kv.Get(ctx, key)
		if errors.Is(err, jetstream.ErrKeyNotFound) { // it was forgotten in between
			continue
		}
		var earlier claim
		if err == nil {
			err = json.Unmarshal(e.Value(), &earlier)
		}
		if err != nil {
			return "", fmt.Errorf("read a request id: %w", err)
		}
		if !bytes.Equal(earlier.Asked, mine.Asked) {
			return "", ErrReused
		}
		return earlier.ID, nil
	}
}

// checkRoom returns ErrMost if a tenant has as many schedules as it may. A tenant that makes
// several at once may go over by as many.
func (s *Store) checkRoom(ctx context.Context, tenant string) error {
	ids, err := s.ListIDs(ctx, tenant)
	if err == nil && len(ids) >= s.most {
		err = ErrMost
	}
	return err
}

// ListIDs returns the ids of the schedules of a tenant, oldest first.
func (s *Store) ListIDs(ctx context.Context, tenant string) (ids []string, err error) {
	if !token.MatchString(tenant) {
		return nil, nil
	}
	keys, err := s.kv.ListKeysFiltered(ctx, tenant+".*")
	if err != nil {
		return nil, fmt.Errorf("list schedules: %w", err)
	}
	defer func() { _ = keys.Stop() }()
	for key := range keys.Keys() {
		ids = append(ids, strings.TrimPrefix(key, tenant+"."))
	}
	slices.Sort(ids) // they begin with the time
	return ids, ctx.Err()
}

// readAtOnce is how many schedules are read at the same time.
const readAtOnce = 16

// GetMany returns schedules by their ids, but for those that are deleted.
func (s *Store) GetMany(ctx context.Context, tenant string, ids []string) ([]Schedule, error) {
	out := make([]Schedule, len(ids))
	var reads errgroup.Group
	reads.SetLimit(readAtOnce)
	for i, id := range ids {
		reads.Go(func() (err error) {
			if out[i], err = s.Get(ctx, tenant, id); errors.Is(err, ErrNotFound) {
				out[i].ID, err = "", nil
			}
			return err
		})
	}
	err := reads.Wait()
	return slices.DeleteFunc(out, func(k Schedule) bool { return k.ID == "" }), err
}

// Change changes a schedule, however many do so at once, and returns it. An error of change
// leaves it as it is.
func (s *Store) Change(ctx context.Context, tenant, id string, change func(*Schedule) error) (Schedule, error) {
	for {
		k, err := s.read(ctx, tenant, id)
		if err == nil {
			err = change(&k.Schedule)
		}
		if err != nil {
			return k.Schedule, err
		}
		if k, err = s.put(ctx, k); !errors.Is(err, errFenced) {
			return k.Schedule, err
		}
	}
}

// Delete removes a schedule, unless allow refuses.
func (s *Store) Delete(ctx context.Context, tenant, id string, allow func(*Schedule) error) error {
	k, err := s.read(ctx, tenant, id)
	if err == nil {
		err = allow(&k.Schedule)
	}
	if err != nil {
		return err
	}
	if err := s.kv.Purge(ctx, tenant+"."+id, jetstream.PurgeTTL(forgetAfter)); err != nil {
		return fmt.Errorf("delete schedule %s: %w", id, err)
	}
	return nil
}

// watchAll calls f with every schedule of every tenant, and again with each that is made, changed
// or deleted, until ctx ends or the bucket can't be read. Of one that was deleted or can't be
// read, k has only tenant, id and revision.
func (s *Store) watchAll(ctx context.Context, f func(k kept, err error)) error {
	w, err := s.kv.Watch(ctx, "*.*") // not the request ids
	if err != nil {
		return fmt.Errorf("watch schedules: %w", err)
	}
	defer func() { _ = w.Stop() }()
	for {
		select {
		case e, open := <-w.Updates():
			switch {
			case !open:
				return fmt.Errorf("watch schedules: %w", nats.ErrConnectionClosed)
			case e == nil: // all that there were
			case e.Operation() != jetstream.KeyValuePut:
				k := kept{revision: e.Revision()}
				k.Tenant, k.ID, _ = strings.Cut(e.Key(), ".")
				f(k, ErrNotFound)
			default:
				f(readEntry(e))
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
