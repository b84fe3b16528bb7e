package k8s

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/identity"
	"github.com/weft-mesh/weft/kit/roles"
)

// written are the manifests that tell of roles, and how they are made of the table.
func written() map[string]func(was string) string {
	called := named(func(r roles.Role) bool { return r.Called() })
	thinkers := named(roles.Role.Thinks)
	reads := named(func(r roles.Role) bool { return r.Notes })
	onBus := named(func(r roles.Role) bool { return r.Bus != nil })
	all := map[string]func(string) string{
		"base/kustomization.yaml": line(`(?m)^resources: \[(.*), orchestrator, api.yaml, tools.yaml, network.yaml\]$`, strings.Join(roles.Names(roles.Agents()), ", ")),
		"base/weft.yaml":          line(`(?ms)^peers:\n(.*?)^log:`, peers(called)),
		"base/orchestrator/kustomization.yaml": line(`key: app.kubernetes.io/component, operator: In, values: \[(.*?)\]`,
			strings.Join(called, ", ")),
		"components/inflight/kustomization.yaml": line(`kind: HorizontalPodAutoscaler, name: weft-\((.*?)\)`, strings.Join(roles.Names(roles.Agents()), "|")),
		// The orchestrator waits for an agent as long as its models may take.
		"components/ollama/kustomization.yaml": func(was string) string {
			was = line(`kind: Deployment, name: weft-\((.*?)\)`, strings.Join(append(slices.Clone(thinkers), roles.Orchestrator), "|"))(was)
			return line(`kind: NetworkPolicy, name: weft-\((.*?)\)`, strings.Join(thinkers, "|"))(was)
		},
		"components/ollama/ollama.yaml":             line(`component, operator: In, values: \[(.*?)\]`, strings.Join(thinkers, ", ")),
		"components/database/kustomization.yaml":    line(`weft-\(([a-z|]*)\)`, strings.Join(reads, "|")),
		"components/vault/kustomization.yaml":       line(`weft-\(([a-z|]*)\)`, strings.Join(reads, "|")),
		"components/nats/nats.yaml":                 line(`component, operator: In, values: \[(.*?)\]`, strings.Join(onBus, ", ")),
		"components/nats/users.conf":                func(string) string { return usersFile("weft", false) },
		"components/backup/users.conf":              func(string) string { return usersFile("weft", true) },
		"components/certificates/certificates.yaml": func(string) string { return certificates("weft") },
		"components/prometheus/alerts.yaml":         func(string) string { return rules() },
	}
	for _, r := range called {
		_, bus := roles.OnBus(r)
		all["base/"+r+"/kustomization.yaml"] = func(string) string { return agentFolder(r, bus) }
	}
	return all
}

func named(is func(roles.Role) bool) []string {
	return roles.Names(slices.DeleteFunc(roles.All(), func(r roles.Role) bool { return !is(r) }))
}

// line puts a text in the place of each group that a pattern finds.
func line(pattern, text string) func(string) string {
	find := regexp.MustCompile(pattern)
	return func(was string) string {
		for _, at := range slices.Backward(find.FindAllStringSubmatchIndex(was, -1)) {
			was = was[:at[2]] + text + was[at[3]:]
		}
		return was
	}
}

func peers(called []string) string {
	var out strings.Builder
	for _, r := range called {
		fmt.Fprintf(&out, "  %s: dns:///weft-%s:7400\n", r, r)
	}
	return out.String()
}

// agentFolder is what an agent has that other roles call, and that may be on the bus.
func agentFolder(name string, bus bool) string {
	folder := `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [../agent]
nameSuffix: -` + name + `
labels:
  - pairs: {app.kubernetes.io/component: ` + name + `}
    includeSelectors: true
patches:
  - target: {kind: Deployment}
    patch: |
      - {op: add, path: /spec/template/spec/containers/0/args/-, value: --roles=` + name + `}
      - {op: add, path: /spec/template/spec/containers/0/env/-, value: {name: WEFT_ROLES_` + strings.ToUpper(name) + `_LISTEN, value: ":7400"}}
      - {op: replace, path: /spec/template/spec/volumes/1/secret/secretName, value: weft-` + name + `-tls}
`
	if bus {
		folder += `  - target: {kind: NetworkPolicy}
    patch: |
      - op: add
        path: /spec/egress/-
        value:
          to: [{podSelector: {matchExpressions: [{key: app.kubernetes.io/name, operator: In, values: [nats]}]}}]
          ports: [{port: 4222}]
`
	}
	if name == roles.Executor {
		folder += executorTools
	}
	return folder
}

// executorTools is what the executor alone has: the public key of the orchestrators' grants,
// the secrets of tool servers, and the way to those in the cluster.
const executorTools = `      - op: add
        path: /spec/egress/-
        value:
          to: [{podSelector: {matchExpressions: [{key: app.kubernetes.io/component, operator: In, values: [tool-server]}]}}]
  - target: {kind: Deployment}
    patch: |
      - {op: add, path: /spec/template/spec/containers/0/env/-, value: {name: WEFT_TOOLS_GRANT_KEYS, value: /etc/weft-grants/grant.pub}}
      - {op: add, path: /spec/template/spec/containers/0/envFrom/-, value: {secretRef: {name: weft-tools, optional: true}}}
      - {op: add, path: /spec/template/spec/containers/0/volumeMounts/-, value: {name: grants, mountPath: /etc/weft-grants, readOnly: true}}
      - {op: add, path: /spec/template/spec/volumes/-, value: {name: grants, secret: {secretName: weft-grants, defaultMode: 0440, items: [{key: grant.pub, path: grant.pub}]}}}
`

// certificates has cert-manager issue what each role shows, NATS, and who takes backups.
func certificates(domain string) string {
	hosts := map[string]string{
		roles.Orchestrator: "weft-api, weft-orchestrator",
		roles.NATS:         "nats, nats-0.nats-servers, nats-1.nats-servers, nats-2.nats-servers",
	}
	out := "# Written by go test ./test/k8s -update, from kit/roles."
	for _, role := range append(roles.Names(roles.All()), roles.NATS, roles.Backup) {
		out += `
---
apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  name: weft-` + role + `
spec:
  secretName: weft-` + role + `-tls
  issuerRef: {kind: Issuer, name: weft}
  uris: ["` + identity.ID(domain, role).String() + `"]`
		if hosts[role] != "" {
			out += "\n  dnsNames: [" + hosts[role] + "]"
		}
		out += `
  usages: [digital signature, server auth, client auth]
  privateKey: {algorithm: ECDSA, size: 256, rotationPolicy: Always}
  duration: 720h
  renewBefore: 240h`
	}
	return out + "\n"
}

// rules are the alerts as an object of prometheus-operator.
func rules() string {
	alerts, err := os.ReadFile(folder + "../prometheus/alerts.yaml")
	if err != nil {
		panic(err)
	}
	_, groups, _ := strings.Cut(string(alerts), "groups:\n")
	return `# Written by go test ./test/k8s -update, from deploy/prometheus/alerts.yaml.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: weft
spec:
  groups:
` + regexp.MustCompile(`(?m)^(.+)$`).ReplaceAllString(groups, "  $1")
}

func TestTheManifestsHaveTheRolesOfTheTable(t *testing.T) {
	t.Parallel()
	for path, of := range written() {
		was, err := os.ReadFile(folder + path)
		if err != nil && !*update {
			t.Error(err)
			continue
		}
		want := of(string(was))
		if string(was) == want {
			continue
		}
		if !*update {
			t.Errorf("%s is stale: run go test ./test/k8s -update\n%s", path, want)
			continue
		}
		if err := os.WriteFile(folder+path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
