package app

import (
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/noteapi"
)

// publicAPI is the public API: what is about runs of any graph, and what is about notes.
type publicAPI struct {
	*runsAPI
	*notesAPI
	rest
}

type (
	runsAPI  = api.Server
	notesAPI = noteapi.Server
	// rest answers what neither has. It lies deeper than they do, so they go before it.
	rest struct {
		orchestratorv1.UnimplementedOrchestratorServiceServer
	}
)
