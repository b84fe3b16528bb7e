package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/auth"
)

const (
	keyStream  = "WEFT_KEYS"
	keySubject = "weft.key."
)

// What may become of an API key, as AuditEvent.method says it.
const (
	KeyAdded   = "KeyAdded"
	KeyChanged = "KeyChanged" // its user, its scopes or when it expires
	KeyRevoked = "KeyRevoked"
	KeyRemoved = "KeyRemoved" // it is no longer in the file
)

// KeepKeys keeps an event for each key that differs from what the keys were when this was
// last called, by any process. Of the events it tells the time at which the change was
// seen. If two processes see one at once it may be told twice.
func (l *Log) KeepKeys(ctx context.Context, keys []auth.Key, now time.Time) error {
	info, err := l.keys.Info(ctx, jetstream.WithSubjectFilter(keySubject+"*"))
	if err != nil {
		return fmt.Errorf("read which API keys are known: %w", err)
	}
	gone := info.State.Subjects
	for _, k := range keys {
		delete(gone, keySubject+k.ID)
		was, err := l.knownKey(ctx, k.ID)
		if err != nil {
			return err
		}
		if method := keyChange(was, k); method != "" {
			if err := l.keepKey(ctx, k, method, now); err != nil {
				return err
			}
		}
	}
	for subject := range gone {
		was, err := l.knownKey(ctx, strings.TrimPrefix(subject, keySubject))
		if err != nil {
			return err
		}
		if was == nil {
			continue // another process has just told it
		}
		if err := l.Keep(ctx, was.Tenant, keyEvent(*was, KeyRemoved, now)); err != nil {
			return err
		}
		if err := l.keys.Purge(ctx, jetstream.WithPurgeSubject(subject)); err != nil {
			return fmt.Errorf("forget an API key that was removed: %w", err)
		}
	}
	return nil
}

// knownKey returns a key as it was last seen, nil if it never was.
func (l *Log) knownKey(ctx context.Context, id string) (*auth.Key, error) {
	m, err := l.keys.GetLastMsgForSubject(ctx, keySubject+id)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read which API keys are known: %w", err)
	}
	k := &auth.Key{}
	if err := json.Unmarshal(m.Data, k); err != nil {
		return nil, fmt.Errorf("read what is known of the API key %s: %w", id, err)
	}
	return k, nil
}

func (l *Log) keepKey(ctx context.Context, k auth.Key, method string, now time.Time) error {
	k.Hash = "" // nobody needs it here
	data, err := json.Marshal(k)
	if err != nil {
		return fmt.Errorf("encode an API key: %w", err)
	}
	if err := l.Keep(ctx, k.Tenant, keyEvent(k, method, now)); err != nil {
		return err
	}
	if _, err := l.js.Publish(ctx, keySubject+k.ID, data); err != nil {
		return fmt.Errorf("note an API key as known: %w", err)
	}
	return nil
}

// keyChange tells what became of a key, "" for nothing.
func keyChange(was *auth.Key, is auth.Key) string {
	switch {
	case was == nil && is.Revoked == nil:
		return KeyAdded
	case is.Revoked != nil && (was == nil || was.Revoked == nil):
		return KeyRevoked
	case grants(*was) != grants(is):
		return KeyChanged
	}
	return ""
}

func keyEvent(k auth.Key, method string, now time.Time) *orchestratorv1.AuditEvent {
	return &orchestratorv1.AuditEvent{
		Time: timestamppb.New(now), Method: method, ApiKeyId: k.ID, Description: grants(k),
	}
}

// grants says whom a key stands for, and what it lets them do.
func grants(k auth.Key) string {
	scopes := make([]string, len(k.Scopes))
	for i, s := range k.Scopes {
		scopes[i] = string(s)
	}
	out := fmt.Sprintf("%s %s, scopes %s", k.Kind, k.User, strings.Join(scopes, ","))
	if k.Expires != nil {
		out += ", until " + k.Expires.UTC().Format(time.RFC3339)
	}
	return out
}

// aboutKey notes which key a call has made, rotated or revoked. Of one that was rotated, the
// request names the old key and the response the new one.
func aboutKey(e *orchestratorv1.AuditEvent, k *orchestratorv1.Key) {
	is := auth.Key{User: k.GetUser(), Kind: auth.Kind(strings.ToLower(strings.TrimPrefix(k.GetKind().String(), "KIND_")))}
	for _, s := range k.GetScopes() {
		is.Scopes = append(is.Scopes, auth.Scope(strings.ToLower(strings.TrimPrefix(s.String(), "SCOPE_"))))
	}
	if k.GetExpireTime() != nil {
		end := k.GetExpireTime().AsTime()
		is.Expires = &end
	}
	e.Description = grants(is)
	if e.GetApiKeyId() != "" && e.GetApiKeyId() != k.GetId() {
		e.Description = "replaced by " + k.GetId() + ": " + e.GetDescription()
		return
	}
	e.ApiKeyId = k.GetId()
}
