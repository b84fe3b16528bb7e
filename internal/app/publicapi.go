package app

import (
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/noteapi"
	"github.com/weft-mesh/weft/orchestrator/planapi"
	"github.com/weft-mesh/weft/orchestrator/roadmapapi"
)

// publicAPI is the public API: what is about runs of any graph, about notes, about plans,
// and about roadmaps.
type publicAPI struct {
	*runsAPI
	*notesAPI
	*plansAPI
	*roadmapsAPI
	rest
}

type (
	runsAPI     = api.Server
	notesAPI    = noteapi.Server
	plansAPI    = planapi.Server
	roadmapsAPI = roadmapapi.Server
	// rest answers what none of them has. It lies deeper than they do, so they go before it.
	rest struct {
		orchestratorv1.UnimplementedOrchestratorServiceServer
	}
)
