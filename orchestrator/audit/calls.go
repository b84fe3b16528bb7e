package audit

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
)

// Calls keep which calls of an API are done.
type Calls struct {
	Log *Log
	// Of tells whether calls of a method, by its full name, are kept.
	Of  func(method string) bool
	Now func() time.Time
	// Lost is the error for a caller whose call was done and could not be kept.
	Lost func(error) error
}

// Register returns a registrar that has each call of a service kept, before its caller
// hears that it is done.
func (c *Calls) Register(s grpc.ServiceRegistrar) grpc.ServiceRegistrar { return &registrar{s, c} }

type registrar struct {
	grpc.ServiceRegistrar
	calls *Calls
}

func (r *registrar) RegisterService(d *grpc.ServiceDesc, impl any) {
	kept := *d
	kept.Methods, kept.Streams = slices.Clone(d.Methods), slices.Clone(d.Streams)
	for i, m := range kept.Methods {
		if r.calls.Of("/" + d.ServiceName + "/" + m.MethodName) {
			kept.Methods[i].Handler = r.calls.unary(m.MethodName, m.Handler)
		}
	}
	for i, s := range kept.Streams {
		if r.calls.Of("/" + d.ServiceName + "/" + s.StreamName) {
			kept.Streams[i].Handler = r.calls.stream(s.StreamName, s.Handler)
		}
	}
	r.ServiceRegistrar.RegisterService(&kept, impl)
}

func (c *Calls) unary(method string, h grpc.MethodHandler) grpc.MethodHandler {
	return func(srv any, ctx context.Context, decode func(any) error, in grpc.UnaryServerInterceptor) (any, error) {
		var req any
		res, err := h(srv, ctx, func(m any) error { req = m; return decode(m) }, in)
		if kept := c.keep(ctx, method, err, req, res); kept != nil {
			return nil, kept
		}
		return res, err
	}
}

// stream keeps a call before its first response is sent, which says what came of it.
func (c *Calls) stream(method string, h grpc.StreamHandler) grpc.StreamHandler {
	return func(srv any, s grpc.ServerStream) error {
		k := &keptStream{ServerStream: s}
		k.keep = func(res any, err error) (lost error) {
			k.once.Do(func() { lost = c.keep(s.Context(), method, err, k.first, res) })
			return lost
		}
		err := h(srv, k)
		if lost := k.keep(nil, err); lost != nil {
			return lost
		}
		return err
	}
}

type keptStream struct {
	grpc.ServerStream
	first any // request
	once  sync.Once
	keep  func(res any, err error) error
}

func (s *keptStream) RecvMsg(m any) error {
	err := s.ServerStream.RecvMsg(m)
	if err == nil && s.first == nil {
		s.first = m
	}
	return err
}

func (s *keptStream) SendMsg(m any) error {
	if err := s.keep(m, nil); err != nil {
		return err
	}
	return s.ServerStream.SendMsg(m)
}

// keep keeps a call that was done, or was refused to its caller.
func (c *Calls) keep(ctx context.Context, method string, err error, messages ...any) error {
	who, known := auth.From(ctx)
	if !known || err != nil && status.Code(err) != codes.PermissionDenied {
		return nil
	}
	e := &orchestratorv1.AuditEvent{
		Time: timestamppb.New(c.Now()), Method: path.Base(method),
		User: who.User, UserKind: string(who.Kind), KeyId: who.KeyID, Issuer: who.Issuer, Subject: who.Subject,
	}
	if err != nil {
		var why *fault.Error
		if errors.As(err, &why) {
			e.Refused = string(why.Reason)
		}
	}
	for _, m := range messages {
		if m, ok := m.(proto.Message); ok && m != nil && m.ProtoReflect().IsValid() {
			about(e, m.ProtoReflect())
		}
	}
	if err := c.Log.Keep(ctx, who.Tenant, e); err != nil {
		return c.Lost(err)
	}
	return nil
}

// about notes what a request or a response of the API names.
func about(e *orchestratorv1.AuditEvent, m protoreflect.Message) {
	text := func(m protoreflect.Message, field protoreflect.Name) string {
		if f := m.Descriptor().Fields().ByName(field); f != nil && f.Kind() == protoreflect.StringKind && !f.IsList() {
			return m.Get(f).String()
		}
		return ""
	}
	run := func(id string) {
		if id != "" && !slices.Contains(e.RunIds, id) {
			e.RunIds = append(e.RunIds, id)
		}
	}
	run(text(m, "run_id"))
	run(strings.TrimPrefix(text(m, "plan_id"), "PLAN-")) // a plan is a run
	switch r := m.Interface().(type) {
	case interface{ GetRunIds() []string }:
		for _, id := range r.GetRunIds() {
			run(id)
		}
	case interface {
		GetPlan() *orchestratorv1.Plan
	}:
		run(r.GetPlan().GetRunId())
	case interface{ GetRun() *orchestratorv1.Run }:
		run(r.GetRun().GetId())
	case interface {
		GetEvent() *orchestratorv1.RunEvent
	}:
		run(r.GetEvent().GetRunId())
	case interface {
		GetWebhook() *orchestratorv1.Webhook
	}:
		e.WebhookId = r.GetWebhook().GetId()
	case interface{ GetKey() *orchestratorv1.Key }:
		aboutKey(e, r.GetKey())
	}
	if server, operation := text(m, "server"), text(m, "operation"); server != "" && operation != "" {
		e.Tool = server + "/" + operation
	}
	for field, to := range map[protoreflect.Name]*string{
		"interrupt_id": &e.InterruptId, "id": &e.EntryId, "thread_id": &e.ThreadId, "webhook_id": &e.WebhookId, "key_id": &e.ApiKeyId,
	} {
		if s := text(m, field); *to == "" {
			*to = s
		}
	}
}
