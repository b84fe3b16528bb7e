package chaos

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/weft-mesh/weft/proto/weftapi"
)

const (
	lookEvery  = 200 * time.Millisecond
	lookWithin = 5 * time.Second // for one call
	// A look at some dozens of runs takes a second.
	verifyWithin = 20 * time.Second
	// unavailable is the exit code of a command whose server is not ready.
	unavailable = 5
)

// errUnready: the server refuses work, since it has not noticed yet that what it
// needs is there again. It looks once a second.
var errUnready = errors.New("the server is not ready")

// Settle reads the given runs until all have ended or wait for a person, or
// until ctx ends, and returns how they stand then, and what was reported of those
// that can't be read. A run that is lost may be begun anew.
func (s *Site) Settle(ctx context.Context, api weftapi.Client, ids []string) (map[string]Run, Verification, error) {
	var all Verification
	var failed error
	for {
		runs := settle(ctx, api, ids)
		v, err := s.Verify(ctx, api)
		if errors.Is(err, errUnready) && wait(ctx, time.Second) == nil {
			continue
		}
		failed = errors.Join(failed, err)
		all.Lost, all.Problems = append(all.Lost, v.Lost...), v.Problems
		missing := maps.Clone(runs)
		maps.DeleteFunc(missing, func(id string, r Run) bool {
			return r.Err == nil || slices.ContainsFunc(all.Lost, func(l LostRun) bool { return l.RunID == id && !l.Recovered })
		})
		if len(missing) == 0 || wait(ctx, time.Second) != nil {
			return runs, all, failed
		}
	}
}

// settle reads runs until nothing more will come of any of them.
func settle(ctx context.Context, api weftapi.Client, ids []string) map[string]Run {
	runs := map[string]Run{}
	for {
		open := 0
		for _, id := range ids {
			if r, ok := runs[id]; ok && r.over() {
				continue
			}
			runs[id] = look(api, id)
			if !runs[id].over() {
				open++
			}
		}
		if open == 0 || wait(ctx, lookEvery) != nil {
			return runs
		}
	}
}

func look(api weftapi.Client, id string) Run {
	ctx, cancel := context.WithTimeout(context.Background(), lookWithin)
	defer cancel()
	res, err := api.GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: id})
	return Run{Status: res.GetRun().GetStatus(), Failure: res.GetRun().GetReport().GetFailure(), Err: err}
}

// Started returns how many runs there are for each text, and the ids of those that are
// under way.
func Started(ctx context.Context, api weftapi.Client) (texts map[string]int, open []string, err error) {
	texts = map[string]int{}
	for token := ""; ; {
		page, err := api.ListRuns(ctx, &orchestratorv1.ListRunsRequest{PageSize: 500, PageToken: token})
		if err != nil {
			return nil, nil, fmt.Errorf("list the runs: %w", err)
		}
		for _, r := range page.GetRuns() {
			texts[r.GetText()]++
			if !settled(r.GetStatus()) {
				open = append(open, r.GetId())
			}
		}
		if token = page.GetNextPageToken(); token == "" {
			return texts, open, nil
		}
	}
}

// ReadVault returns the files of a vault that people read: all but Weft's own.
func ReadVault(dir string) (map[string]string, error) {
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == ".weft":
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		out[filepath.ToSlash(name)] = string(data)
		return err
	})
	return out, err
}

// kept returns what people read: the files of the vault, or what the database has as
// if it lay in a vault.
func (s *Site) kept(ctx context.Context, api weftapi.Client) (map[string]string, error) {
	if s.production == nil {
		return ReadVault(s.Vault)
	}
	out := map[string]string{}
	for token := ""; ; {
		page, err := api.ListEntries(ctx, &orchestratorv1.ListEntriesRequest{PageSize: 500, PageToken: token})
		if err != nil {
			return nil, fmt.Errorf("list the notes: %w", err)
		}
		for _, e := range page.GetEntries() {
			out["logs/raw/2026/01/"+e.GetId()+".md"] = e.GetText()
		}
		if token = page.GetNextPageToken(); token == "" {
			return out, nil
		}
	}
}

// Verify returns what `weft runs verify` reports. The command fails if there is
// anything.
func (s *Site) Verify(ctx context.Context, api weftapi.Client) (Verification, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), verifyWithin)
	defer cancel()
	if s.production != nil {
		return verify(ctx, api)
	}
	cmd := s.Weft(ctx, "runs", "verify", "--show")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	code := exitCode(cmd.Run())
	var v Verification
	if code == unavailable {
		return v, fmt.Errorf("weft runs verify: %w: %s", errUnready, strings.TrimSpace(stderr.String()))
	}
	if err := json.Unmarshal(stdout.Bytes(), &v); err != nil {
		return v, fmt.Errorf("weft runs verify: exit code %d, %w: %s", code, err, strings.TrimSpace(stderr.String()))
	}
	if (code == 1) != (len(v.Lost)+len(v.Problems) > 0) || code > 1 {
		return v, fmt.Errorf("weft runs verify: exit code %d with %+v", code, v)
	}
	return v, nil
}

// verify is Verify by a call.
func verify(ctx context.Context, api weftapi.Client) (Verification, error) {
	got, err := api.VerifyRuns(ctx, &orchestratorv1.VerifyRunsRequest{WithText: true})
	if status.Code(err) == codes.Unavailable {
		return Verification{}, fmt.Errorf("verify the runs: %w: %w", errUnready, err)
	}
	v := Verification{Problems: got.GetProblems()}
	for _, l := range got.GetLost() {
		v.Lost = append(v.Lost, LostRun{RunID: l.GetRunId(), Text: l.GetText(), Problem: l.GetProblem(), Recovered: l.GetRecovered()})
	}
	return v, err
}

// exitCode is that of a command which returned err; -1 if it has none.
func exitCode(err error) int {
	if err == nil {
		return 0
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode()
	}
	return -1
}
