package app

import (
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/keyapi"
	"github.com/weft-mesh/weft/orchestrator/noteapi"
	"github.com/weft-mesh/weft/orchestrator/planapi"
	"github.com/weft-mesh/weft/orchestrator/roadmapapi"
	"github.com/weft-mesh/weft/orchestrator/scheduleapi"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// publicAPI is the public API: what is about runs of any graph, about notes, about plans,
// about roadmaps, about schedules, about keys, and about the mesh.
type publicAPI struct {
	*runsAPI
	*notesAPI
	*plansAPI
	*roadmapsAPI
	*meshAPI
	*keysAPI
	*schedulesAPI
	rest
}

type (
	runsAPI      = api.Server
	notesAPI     = noteapi.Server
	plansAPI     = planapi.Server
	roadmapsAPI  = roadmapapi.Server
	keysAPI      = keyapi.Server
	schedulesAPI = scheduleapi.Server
	// rest answers what none of them has. It lies deeper than they do, so they go before it.
	rest struct {
		weftapi.UnimplementedServer
	}
)
