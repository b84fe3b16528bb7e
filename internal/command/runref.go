package command

import (
	"context"
	"strings"

	"github.com/oklog/ulid/v2"
	"google.golang.org/grpc/codes"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
)

// lastRun stands for the newest run.
const lastRun = "last"

// findRun returns the id of the run that a person means: by its id, by the
// first or last characters of it, or by "last", which is the newest run that
// stands like status.
func findRun(ctx context.Context, api client, ref string, status orchestratorv1.RunReport_Status) (string, error) {
	if ref == "" {
		return "", usage("the run's id is empty; \"weft runs ls\" lists the runs")
	}
	if _, err := ulid.ParseStrict(strings.ToUpper(ref)); err == nil {
		return strings.ToUpper(ref), nil
	}
	part, limit := strings.ToUpper(ref), 0
	if ref == lastRun {
		part, limit = "", 1
	} else {
		status = orchestratorv1.RunReport_STATUS_UNSPECIFIED
	}
	var found []string
	err := eachRun(ctx, api, &orchestratorv1.ListRunsRequest{Status: status}, limit, func(r *orchestratorv1.Run) bool {
		if strings.HasPrefix(r.GetId(), part) || strings.HasSuffix(r.GetId(), part) {
			found = append(found, r.GetId())
		}
		return len(found) < 2
	})
	switch {
	case err != nil:
		return "", err
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return "", usage("%q fits run %s and run %s; type more of the id", ref, found[0], found[1])
	case ref == lastRun && status == orchestratorv1.RunReport_WAITING:
		return "", fault.New(codes.NotFound, fault.RunNotFound, "no run is waiting for you")
	case ref == lastRun && status == orchestratorv1.RunReport_FAILED:
		return "", fault.New(codes.NotFound, fault.RunNotFound, "no run has failed")
	case ref == lastRun:
		return "", fault.New(codes.NotFound, fault.RunNotFound, "there are no runs yet")
	}
	return "", fault.New(codes.NotFound, fault.RunNotFound, "no run's id begins or ends with %q", ref)
}

// eachRun calls do for the runs that a request means, newest first, until do returns false,
// limit is reached (0 is none), or there are no more.
func eachRun(ctx context.Context, api client, only *orchestratorv1.ListRunsRequest, limit int, do func(*orchestratorv1.Run) bool) error {
	req := proto.CloneOf(only)
	_, err := pages(limit, pageSize, func(size int32, token string) (int, string, error) {
		req.PageSize, req.PageToken = size, token
		page, err := api.ListRuns(ctx, req)
		for _, r := range page.GetRuns() {
			if !do(r) {
				return 0, "", nil
			}
		}
		return len(page.GetRuns()), page.GetNextPageToken(), err
	})
	return err
}
