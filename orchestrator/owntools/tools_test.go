package owntools_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/safefile"
	"github.com/weft-mesh/weft/orchestrator/owntools"
)

// vault is one with a note, a folder of plans, a hidden file, a link that leads out and one
// into the folder of plans.
func vault(t *testing.T) (*owntools.Tools, string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"Clients/Acme.md": "Acme pays in 14 days.", "Weft/Plans/.weft-plans": "", "Weft/Plans/PLAN-1.md": "a plan", ".weft/token": "secret",
		"long.md": strings.Repeat("ä", 40<<10), "raw.bin": "\xff\xfe", "Drafts/there.md": "another",
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"out.md": "/etc/passwd", "in": "Weft/Plans", "Drafts/plans": "../Weft/Plans"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	files, err := safefile.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	create := func(name string, content []byte) (bool, error) {
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, os.ErrExist) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		_, err = f.Write(content)
		return true, errors.Join(err, f.Close())
	}
	return owntools.New(owntools.Options{Files: files, Tenant: "acme", Folder: "Drafts", Create: create, Now: time.Now}), dir
}

func call(t *testing.T, tools *owntools.Tools, server, operation, args string, change func(*executorv1.ExecuteRequest)) (*executorv1.ExecuteResponse, error) {
	t.Helper()
	list, err := tools.ListTools(t.Context(), &executorv1.ListToolsRequest{Context: &commonv1.CallContext{Tenant: "acme"}})
	if err != nil {
		t.Fatal(err)
	}
	form, err := canonical.JSON([]byte(args))
	if err != nil {
		t.Fatal(err)
	}
	req := &executorv1.ExecuteRequest{
		Context: &commonv1.CallContext{Tenant: "acme"}, Arguments: form,
		Grant: &executorv1.Grant{Tenant: "acme", PlanId: "PLAN-1", Server: server, Operation: operation, ArgumentsHash: canonical.Hash(form)},
	}
	for _, tool := range list.GetTools() {
		if tool.GetServer() == server && tool.GetOperation() == operation {
			req.Grant.DefinitionHash = tool.GetDefinitionHash()
		}
	}
	if change != nil {
		change(req)
	}
	return tools.Execute(t.Context(), req)
}

func TestWhatLiesInTheVaultIsRead(t *testing.T) {
	t.Parallel()
	tools, _ := vault(t)
	res, err := call(t, tools, "vault", "read", `{"path":"Clients/Acme.md"}`, nil)
	if err != nil || res.GetOutcome() != executorv1.ExecuteResponse_OUTCOME_DONE || string(res.GetStructured()) != `{"path":"Clients/Acme.md","text":"Acme pays in 14 days.","cut":false}` {
		t.Errorf("%v, %v", res, err)
	}
	res, err = call(t, tools, "vault", "read", `{"path":"long.md"}`, nil)
	if err != nil || !strings.HasSuffix(string(res.GetStructured()), `ä","cut":true}`) || len(res.GetStructured()) > 50<<10 {
		t.Errorf("of a long file it is %.100s, %v", res, err)
	}
	for name, path := range map[string]string{
		"what is not there": "none.md", "a plan": "Weft/Plans/PLAN-1.md", "what is hidden": ".weft/token", "above": "../x", "elsewhere": "/etc/passwd",
		"a link that leads out": "out.md", "a link to plans": "in/PLAN-1.md", "no text": "raw.bin", "a folder": "Clients", "itself": ".",
	} {
		res, err := call(t, tools, "vault", "read", `{"path":"`+path+`"}`, nil)
		if err != nil || res.GetOutcome() != executorv1.ExecuteResponse_OUTCOME_FAILED || res.GetText() == "" || len(res.GetStructured()) > 0 {
			t.Errorf("%s: %v, %v", name, res, err)
		}
	}
}

func TestANewFileIsWrittenAndNoOtherChanged(t *testing.T) {
	t.Parallel()
	tools, dir := vault(t)
	for range 2 { // the same again is as good as once
		res, err := call(t, tools, "vault", "write", `{"path":"January","text":"All is paid."}`, nil)
		if err != nil || string(res.GetStructured()) != `{"path":"Drafts/January.md"}` {
			t.Errorf("%v, %v", res, err)
		}
	}
	if data, _ := os.ReadFile(filepath.Join(dir, "Drafts/January.md")); string(data) != "All is paid." {
		t.Errorf("it is %q", data)
	}
	for name, path := range map[string]string{"a file that is there": "there.md", "a link to plans": "plans/PLAN-2.md", "what is hidden": ".x.md"} {
		res, err := call(t, tools, "vault", "write", `{"path":"`+path+`","text":"x"}`, nil)
		if err != nil || res.GetOutcome() != executorv1.ExecuteResponse_OUTCOME_FAILED {
			t.Errorf("%s: %v, %v", name, res, err)
		}
	}
	// From above its folder nothing leads out of it.
	if res, err := call(t, tools, "vault", "write", `{"path":"../../Weft/Plans/PLAN-2.md","text":"x"}`, nil); err == nil && res.GetOutcome() == executorv1.ExecuteResponse_OUTCOME_DONE {
		t.Errorf("written: %v", res)
	}
	if data, _ := os.ReadFile(filepath.Join(dir, "Drafts/there.md")); string(data) != "another" {
		t.Errorf("it is %q", data)
	}
	if all, _ := filepath.Glob(filepath.Join(dir, "Weft/Plans/*")); len(all) != 2 { // with the mark
		t.Errorf("in the folder of plans there are %q", all)
	}
}

func TestACallIsWhatItsGrantIsFor(t *testing.T) {
	t.Parallel()
	tools, _ := vault(t)
	for name, c := range map[string]struct {
		change func(*executorv1.ExecuteRequest)
		want   fault.Reason
	}{
		"another tenant's vault": {func(r *executorv1.ExecuteRequest) { r.Grant.Tenant, r.Context.Tenant = "other", "other" }, fault.ToolUnknown},
		"another tenant":         {func(r *executorv1.ExecuteRequest) { r.Context.Tenant = "other" }, fault.GrantInvalid},
		"no plan":                {func(r *executorv1.ExecuteRequest) { r.Grant.PlanId = "" }, fault.GrantInvalid},
		"other arguments":        {func(r *executorv1.ExecuteRequest) { r.Arguments = []byte(`{"path":"long.md"}`) }, fault.GrantInvalid},
		"another definition":     {func(r *executorv1.ExecuteRequest) { r.Grant.DefinitionHash = "0" }, fault.GrantInvalid},
		"an argument too many":   {func(r *executorv1.ExecuteRequest) { r.Arguments = []byte(`{"path":"long.md","x":1}`) }, fault.ArgumentsInvalid},
		"no such tool":           {func(r *executorv1.ExecuteRequest) { r.Grant.Operation = "remove" }, fault.ToolUnknown},
	} {
		if res, err := call(t, tools, "vault", "read", `{"path":"Clients/Acme.md"}`, c.change); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, %v", name, res, err)
		}
	}
}
