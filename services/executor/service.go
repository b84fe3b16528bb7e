package executor

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/grant"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
)

// Service is the executor. It is safe for concurrent use.
type Service struct {
	pb.UnimplementedExecutorServiceServer
	servers map[string]*server
	shared  shared
	turns   turns
	keys    grant.Keys
	now     func() time.Time
	// unmeasure ends what is measured; nil if nothing is.
	unmeasure func() error
}

// New returns an executor. It starts no server yet. Close ends those that it starts later.
func New(d Deps) (*Service, error) {
	if d.Store == nil && len(d.Servers) > 0 {
		return nil, errors.New("an executor of tools needs a store")
	}
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	if d.Now == nil {
		d.Now = time.Now
	}
	s := &Service{
		servers: map[string]*server{}, shared: shared{open: d.Store, turn: make(chan struct{}, 1)}, turns: turns{under: map[string]chan struct{}{}},
		keys: d.Keys, now: d.Now,
	}
	room := semaphore.NewWeighted(mostDecoded)
	for name, c := range d.Servers {
		made, err := newServer(name, c, d.Version, d.Log, d.Now, room)
		if err != nil {
			return nil, err
		}
		s.servers[name] = made
	}
	if d.Meter != nil {
		stop, err := s.measure(d.Meter)
		if err != nil {
			return nil, err
		}
		s.unmeasure = stop
	}
	return s, nil
}

// Close ends the servers. Calls that are under way have the outcome that it is not known.
func (s *Service) Close() {
	var all sync.WaitGroup
	for _, server := range s.servers {
		all.Go(server.close)
	}
	all.Wait()
	if s.unmeasure != nil {
		_ = s.unmeasure() // it only refuses a callback of another meter
	}
}

// ListTools tells the tools of the configured servers.
func (s *Service) ListTools(ctx context.Context, req *pb.ListToolsRequest) (*pb.ListToolsResponse, error) {
	if len(s.servers) == 0 {
		return &pb.ListToolsResponse{Hash: canonical.Hash(nil)}, nil
	}
	names := slices.Sorted(maps.Keys(s.servers))
	if only := req.GetServers(); len(only) > 0 {
		names = slices.DeleteFunc(names, func(n string) bool { return !slices.Contains(only, n) })
	}
	found := make([]*listing, len(names))
	out := &pb.ListToolsResponse{Servers: make([]*commonv1.ToolServer, len(names))}
	var all errgroup.Group
	for i, name := range names {
		all.Go(func() error {
			server := s.servers[name]
			told := &commonv1.ToolServer{Name: name, Location: server.shown()}
			l, _, err := server.listed(ctx, req.GetRefresh())
			if err != nil {
				told.Problem = fault.Told(err)
			} else {
				told.Title, told.Omitted, told.UpdateTime = l.title, l.omitted, timestamppb.New(l.at)
			}
			server.stands(told)
			found[i], out.Servers[i] = l, told
			return nil
		})
	}
	if err := all.Wait(); err != nil {
		return nil, err
	}
	var hashes strings.Builder
	store, err := s.shared.store(ctx)
	if err != nil {
		return nil, err
	}
	for i, l := range found {
		if l == nil {
			continue
		}
		for _, t := range l.sorted() {
			told := t.told(names[i])
			p, err := store.agreed(ctx, s.servers[names[i]], t)
			if err != nil {
				return nil, err
			}
			trusted(told, t, p)
			out.Tools = append(out.Tools, told)
			hashes.WriteString(names[i] + "/" + t.definition.Name + " " + t.hash + "\n")
		}
	}
	out.Hash = canonical.Hash([]byte(hashes.String()))
	return out, nil
}

// trusted says of a tool whether an operator has agreed to it.
func trusted(told *commonv1.Tool, t *tool, p *pin) {
	if p == nil || p.Withdrawn {
		told.Trust = commonv1.ToolTrust_TOOL_TRUST_NEW
		return
	}
	told.TrustTime, told.TrustedBy = timestamppb.New(p.Time), p.User
	told.Trust = commonv1.ToolTrust_TOOL_TRUST_TRUSTED
	if p.Hash != t.hash {
		told.Trust, told.Change = commonv1.ToolTrust_TOOL_TRUST_CHANGED, difference(p.Definition, t.definition)
	}
}

// find returns a tool as its server has it now.
func (s *Service) find(ctx context.Context, name, operation string) (*server, *session, *tool, error) {
	server, ok := s.servers[name]
	if !ok {
		return nil, nil, nil, fault.New(codes.NotFound, fault.ToolUnknown, "there is no tool server %q", name)
	}
	l, open, err := server.listed(ctx, true)
	if err != nil {
		return nil, nil, nil, err
	}
	t, ok := l.tools[operation]
	if !ok {
		return nil, nil, nil, fault.New(codes.NotFound, fault.ToolUnknown, "the tool server %s has no tool %q that can be used", name, operation)
	}
	return server, open, t, nil
}

// allows returns why a grant does not allow what is asked for on behalf of an operator.
func (s *Service) allows(by *commonv1.CallContext, g *pb.Grant, p grant.Purpose, server, operation, definition string) error {
	if err := s.keys.CheckFor(g, grant.For(p, by.GetTenant(), by.GetUser(), server, operation, definition), s.now()); err != nil {
		return fault.New(codes.PermissionDenied, fault.GrantInvalid, "only an orchestrator has tools agreed to, for an operator: the grant does not allow it: %s", err).
			With("cause", grant.Cause(err))
	}
	return nil
}

// TrustTool agrees to a tool's definition.
func (s *Service) TrustTool(ctx context.Context, req *pb.TrustToolRequest) (*pb.TrustToolResponse, error) {
	if err := s.allows(req.GetContext(), req.GetGrant(), grant.Trust, req.GetServer(), req.GetOperation(), req.GetDefinitionHash()); err != nil {
		return nil, err
	}
	_, _, t, err := s.find(ctx, req.GetServer(), req.GetOperation())
	if err != nil {
		return nil, err
	}
	if t.hash != req.GetDefinitionHash() {
		return nil, fault.New(codes.Aborted, fault.ToolChanged,
			"the definition of %s/%s is not the one that you looked at; read it again", req.GetServer(), req.GetOperation()).
			With("definition_hash", t.hash)
	}
	p := &pin{
		Server: req.GetServer(), Operation: req.GetOperation(), Hash: t.hash, Definition: t.definition,
		User: req.GetContext().GetUser(), Time: s.now().UTC(),
	}
	store, err := s.shared.store(ctx)
	if err == nil {
		err = store.keepUnder(ctx, req.GetGrant(), p)
	}
	if err != nil {
		return nil, err
	}
	told := t.told(req.GetServer())
	trusted(told, t, p)
	return &pb.TrustToolResponse{Tool: told}, nil
}

// UntrustTool withdraws what was agreed to of a tool. It asks no server: one that misbehaves
// may be away, or out of the configuration already.
func (s *Service) UntrustTool(ctx context.Context, req *pb.UntrustToolRequest) (*pb.UntrustToolResponse, error) {
	nobody := fault.New(codes.NotFound, fault.ToolUnknown, "nobody has agreed to a tool %s/%s", req.GetServer(), req.GetOperation())
	if s.shared.open == nil {
		return nil, nobody
	}
	if err := s.allows(req.GetContext(), req.GetGrant(), grant.Untrust, req.GetServer(), req.GetOperation(), ""); err != nil {
		return nil, err
	}
	store, err := s.shared.store(ctx)
	if err != nil {
		return nil, err
	}
	p, err := store.pinned(ctx, req.GetServer(), req.GetOperation())
	switch {
	case err != nil:
		return nil, err
	case p == nil:
		return nil, nobody
	case !p.Withdrawn:
		err = store.keepUnder(ctx, req.GetGrant(), p.withdraw(req.GetContext().GetUser(), s.now().UTC()))
	}
	if err != nil {
		return nil, err
	}
	return &pb.UntrustToolResponse{}, nil
}

// agreed returns what was agreed to of a tool, nil if nobody has agreed. With a server that is a
// part of Weft that is the tool as it is.
func (s *Store) agreed(ctx context.Context, server *server, t *tool) (*pin, error) {
	if server.Own != nil {
		return &pin{Server: server.name, Operation: t.definition.Name, Hash: t.hash, Definition: t.definition, User: "Weft", Time: server.now().UTC()}, nil
	}
	return s.pinned(ctx, server.name, t.definition.Name)
}

// callable returns a tool that may be called with arguments, if something allows it.
func (s *Service) callable(ctx context.Context, name, operation string, arguments []byte) (*server, *session, *tool, *pin, error) {
	server, open, t, err := s.find(ctx, name, operation)
	if err != nil {
		return nil, nil, nil, nil, err
	}
	store, err := s.shared.store(ctx)
	if err != nil {
		return nil, nil, nil, nil, err
	}
	p, err := store.agreed(ctx, server, t)
	switch {
	case err != nil:
		return nil, nil, nil, nil, err
	case p == nil:
		return nil, nil, nil, nil, fault.New(codes.FailedPrecondition, fault.ToolNotTrusted,
			"nobody has agreed to %s/%s yet; an operator does with \"weft tools trust\"", name, operation)
	case p.Withdrawn:
		return nil, nil, nil, nil, fault.New(codes.FailedPrecondition, fault.ToolNotTrusted,
			"%s has withdrawn what was agreed to of %s/%s; an operator agrees again with \"weft tools trust\"", p.User, name, operation)
	case p.Hash != t.hash:
		return nil, nil, nil, nil, fault.New(codes.FailedPrecondition, fault.ToolChanged,
			"%s/%s has changed since %s agreed to it: %s; an operator agrees to it as it is now with \"weft tools trust\"", name, operation, p.User, difference(p.Definition, t.definition)).
			With("definition_hash", t.hash)
	}
	if err := t.accepts(arguments); err != nil {
		return nil, nil, nil, nil, invalid("the arguments don't fit the schema of %s/%s: %s", name, operation, printable(err.Error()))
	}
	if by := t.configured.IdempotencyArgument; by != "" && argument(arguments, by) == "" {
		return nil, nil, nil, nil, invalid("%s/%s knows a call that comes again by the argument %q, which is missing or no text", name, operation, by)
	}
	return server, open, t, p, nil
}

func invalid(format string, args ...any) error {
	return fault.New(codes.InvalidArgument, fault.ArgumentsInvalid, format, args...).At("arguments")
}

// DryRun tells what would be called.
func (s *Service) DryRun(ctx context.Context, req *pb.DryRunRequest) (*pb.DryRunResponse, error) {
	arguments, err := inForm(req.GetArguments())
	if err != nil {
		return nil, invalid("the arguments can't be read: %s", printable(withoutChain(err.Error())))
	}
	_, _, t, p, err := s.callable(ctx, req.GetServer(), req.GetOperation(), arguments)
	if err != nil {
		return nil, err
	}
	told := t.told(req.GetServer())
	trusted(told, t, p)
	return &pb.DryRunResponse{Tool: told, Arguments: arguments, ArgumentsHash: canonical.Hash(arguments)}, nil
}

// Execute calls a tool under a grant.
func (s *Service) Execute(ctx context.Context, req *pb.ExecuteRequest) (*pb.ExecuteResponse, error) {
	arguments := req.GetArguments()
	if form, err := inForm(arguments); err != nil {
		return nil, invalid("the arguments can't be read: %s", printable(withoutChain(err.Error())))
	} else if !bytes.Equal(form, arguments) {
		return nil, invalid("they are not in their canonical form, in which they were approved")
	}
	if server, ok := s.servers[req.GetGrant().GetServer()]; ok { // else what follows says so
		turn, err := server.turns.Acquire(ctx, req.GetContext().GetTenant(), 1)
		if err != nil {
			return nil, fault.FromError(err)
		}
		defer turn.Release()
	}
	for {
		out, again, err := s.execute(ctx, req, arguments)
		if !again {
			return out, err
		}
	}
}

// execute calls a tool under a grant, with arguments in their canonical form. again reports
// that nothing was done, since the session was given up meanwhile.
func (s *Service) execute(ctx context.Context, req *pb.ExecuteRequest, arguments []byte) (out *pb.ExecuteResponse, again bool, err error) {
	g := req.GetGrant()
	server, open, t, _, err := s.callable(ctx, g.GetServer(), g.GetOperation(), arguments)
	if err != nil {
		return nil, false, err
	}
	if err := s.keys.Check(g, grant.Call{
		Tenant: req.GetContext().GetTenant(), RunID: req.GetContext().GetRunId(),
		Server: server.name, Operation: t.definition.Name,
		DefinitionHash: t.hash, ArgumentsHash: canonical.Hash(arguments), Effect: t.effect,
	}, s.now()); err != nil {
		return nil, false, fault.New(codes.PermissionDenied, fault.GrantInvalid, "the grant does not allow this call: %s", err).With("cause", grant.Cause(err))
	}
	end, err := s.turns.take(ctx, g.GetNonce())
	if err != nil {
		return nil, false, err
	}
	defer end()
	release, ok := server.hold(open)
	if !ok {
		return nil, true, nil
	}
	defer release()
	store, err := s.shared.store(ctx)
	if err != nil {
		return nil, false, err
	}
	if err := store.spend(ctx, g); err != nil {
		return nil, false, err
	}
	key := req.GetIdempotencyKey()
	if by := t.configured.IdempotencyArgument; by != "" {
		key = argument(arguments, by)
	}
	return server.call(ctx, open, t, arguments, key), false, nil
}

// VoidGrant uses a grant up without a call.
func (s *Service) VoidGrant(ctx context.Context, req *pb.VoidGrantRequest) (*pb.VoidGrantResponse, error) {
	g := req.GetGrant()
	if err := s.keys.Check(g, grant.Call{
		Tenant: req.GetContext().GetTenant(), RunID: req.GetContext().GetRunId(), Server: g.GetServer(), Operation: g.GetOperation(),
		DefinitionHash: g.GetDefinitionHash(), ArgumentsHash: g.GetArgumentsHash(), Effect: g.GetEffect(),
	}, s.now()); err != nil {
		return nil, fault.New(codes.PermissionDenied, fault.GrantInvalid, "the grant is none: %s", err).With("cause", grant.Cause(err))
	}
	end, err := s.turns.take(ctx, g.GetNonce())
	if err != nil {
		return nil, err
	}
	defer end()
	store, err := s.shared.store(ctx)
	if err != nil {
		return nil, err
	}
	if err := store.void(ctx, g); err != nil {
		return nil, err
	}
	return &pb.VoidGrantResponse{}, nil
}
