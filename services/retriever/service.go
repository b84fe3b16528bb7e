package retriever

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	"github.com/weft-mesh/weft/store"
)

var errEmptyPattern = errors.New("the strategy PATTERN needs a pattern")

// defaultMaxEntries is what max_entries 0 means.
const defaultMaxEntries = 100

// Deps is what the retriever is built from.
type Deps struct {
	Store store.Reader
	// Compiled has the schemas by which notes are read that no parser has seen. Nil
	// makes one.
	Compiled *extract.Cache
}

// Service is the retriever.
type Service struct {
	pb.UnimplementedRetrieverServiceServer
	store    store.Reader
	patterns *patternReader
	rows     rowReader
	held     held
}

// New returns a retriever that reads a store.
func New(d Deps) (*Service, error) {
	if d.Store == nil {
		return nil, errors.New("the retriever needs a store")
	}
	if d.Compiled == nil {
		d.Compiled = extract.NewCache(extract.MostSchemas)
	}
	return &Service{store: d.Store, patterns: newPatternReader(), held: held{compiled: d.Compiled}}, nil
}

// Retrieve carries out instructions and returns the entries, best first.
func (s *Service) Retrieve(ctx context.Context, req *pb.RetrieveRequest) (*pb.RetrieveResponse, error) {
	zone, err := time.LoadLocation(req.GetContext().GetTimeZone())
	if err != nil {
		return nil, fault.New(codes.InvalidArgument, fault.TimeZoneUnknown,
			"%q is no time zone: use an IANA name such as \"Europe/Berlin\"", req.GetContext().GetTimeZone()).At("context.time_zone")
	}
	shard, err := parseRange(req.GetShard(), "shard")
	if err != nil {
		return nil, err
	}
	forms, err := s.held.forms(req)
	if err != nil {
		return nil, err
	}
	by, err := s.held.schemaSet(req)
	if err != nil {
		return nil, err
	}
	r := rules{
		today: notes.DayOf(req.GetContext().GetNow().AsTime().In(zone)),
		shard: shard,
		forms: forms,
	}
	lookups := make([]lookup, len(req.GetInstructions()))
	for i, in := range req.GetInstructions() {
		if lookups[i], err = r.lookup(in, fmt.Sprintf("instructions[%d]", i)); err != nil {
			return nil, err
		}
	}
	scope := store.Scope{Tenant: req.GetContext().GetTenant(), User: req.GetContext().GetUser()}
	var warnings []string
	if len(req.GetMustSee()) > 0 {
		if warnings, err = s.see(ctx, scope, req.GetMustSee()); err != nil {
			return nil, unreadable(ctx, err)
		}
	}
	most := int(req.GetMaxEntries())
	if most == 0 {
		most = defaultMaxEntries
	}
	limit(lookups, most)
	if err := s.run(ctx, scope, lookups); err != nil {
		return nil, unreadable(ctx, err)
	}
	if err := s.findNear(ctx, scope, req.GetVectors(), lookups); err != nil {
		return nil, unreadable(ctx, err)
	}
	if err := s.findTasks(ctx, scope, req, by, req.GetContext().GetNow().AsTime().In(zone), lookups); err != nil {
		return nil, unreadable(ctx, err)
	}
	seen, err := s.observe(ctx, scope, by, r.today, lookups)
	if err != nil {
		return nil, unreadable(ctx, err)
	}
	kept, total := inScope(lookups, most)
	ids := make([]string, len(kept))
	for i, k := range kept {
		ids[i] = k.ID
	}
	ids = append(ids, nearOnly(lookups, kept)...)
	entries, err := s.store.Entries(ctx, scope, ids)
	if err != nil {
		return nil, unreadable(ctx, err)
	}
	resp := respond(lookups, kept, total, entries)
	resp.KnowsHashes = true
	resp.Warnings = append(resp.Warnings, warnings...)
	seen.tell(resp, int(req.GetMaxObservations()))
	return resp, nil
}

// run carries out the lookups side by side.
func (s *Service) run(ctx context.Context, scope store.Scope, lookups []lookup) error {
	errs := make([]error, len(lookups))
	var wg sync.WaitGroup
	for i := range lookups {
		wg.Go(func() { errs[i] = lookups[i].run(ctx, s.store, scope) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

// see makes sure that entries are seen as they were last written, and tells
// which of them are not there.
func (s *Service) see(ctx context.Context, scope store.Scope, refs []*commonv1.EntryRef) (warnings []string, err error) {
	if err := s.store.Fresh(ctx, scope, refs); err != nil {
		return nil, err
	}
	for _, ref := range refs {
		_, err := s.store.Get(ctx, scope, ref.GetId())
		switch {
		case errors.Is(err, store.ErrNotFound):
			warnings = append(warnings, fmt.Sprintf("the note %s was expected and is not there any more", ref.GetId()))
		case err != nil:
			return nil, err
		}
	}
	return warnings, nil
}

// unreadable makes a fault of what a store returned. The end of the caller's
// patience is told as such.
func unreadable(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fault.FromError(ctx.Err())
	}
	if errors.Is(err, store.ErrUnavailable) {
		return fault.Wrap(err, codes.Unavailable, fault.StoreUnavailable, "the notes database can't be reached; try again in a moment")
	}
	return fault.Wrap(err, codes.Unavailable, fault.VaultUnreadable, "the notes can't be read: %v", err)
}

func parseRange(r *commonv1.DateRange, field string) (notes.Range, error) {
	parsed, err := notes.ParseRange(r.GetStart(), r.GetEnd())
	if err != nil {
		return notes.Range{}, fault.New(codes.InvalidArgument, fault.RangeInvalid, "%v", err).At(field)
	}
	return parsed, nil
}
