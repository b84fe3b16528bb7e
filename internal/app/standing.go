package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/rpc"
)

// A Standing is how a server stands.
type Standing struct {
	Address string
	Ready   bool
	Lost    []string // what it needs and is not there, by name
}

// Stand asks a server how it stands: the named one, or the one that works on the
// vault. It returns nil if no server does.
func Stand(ctx context.Context, c *config.Config, server string) (*Standing, error) {
	who := Target{Server: server, Config: c}.named()
	if server == "" {
		who = announced(c.Vault)
	}
	if who.Address == "" {
		return nil, nil
	}
	s := &Standing{Address: who.Address}
	encrypt, err := who.encryption(c)
	if err != nil {
		return nil, err
	}
	conn, err := rpc.Dial(who.Address, rpc.Options{TLS: encrypt})
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }()
	ctx, cancel := context.WithTimeout(ctx, reachTime)
	defer cancel()
	all, err := healthpb.NewHealthClient(conn).List(ctx, &healthpb.HealthListRequest{})
	if err != nil {
		// What a server that was killed has left in the vault names no server.
		if server == "" && errors.Is(err, fault.AgentUnavailable) {
			return nil, nil
		}
		return nil, fmt.Errorf("the server at %s: %w", s.Address, err)
	}
	for _, name := range slices.Sorted(maps.Keys(all.GetStatuses())) {
		serves := all.GetStatuses()[name].GetStatus() == healthpb.HealthCheckResponse_SERVING
		switch {
		case name == rpc.Readiness:
			s.Ready = serves
		case name == "", name == rpc.Liveness, strings.Contains(name, "."): // a service is ready when all is
		case !serves:
			s.Lost = append(s.Lost, name)
		}
	}
	return s, nil
}

// announced returns the server that told that it holds the vault, if its process
// is there still; the zero holder if there is none. It makes no folder.
func announced(vault string) holder {
	for _, dir := range stateDirs(vault) {
		if who := whoHolds(dir); who.Address != "" && alive(who.PID) {
			return who
		}
	}
	return holder{}
}
