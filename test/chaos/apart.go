package chaos

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/porttest"
	"github.com/weft-mesh/weft/test/mesh"
)

const retriever = "retriever"

// layApart adds a process for each role. The retriever comes last: it finds its
// callers on the bus, which may be in the orchestrator.
func (s *Site) layApart(t *testing.T, b bus, mailbox string) {
	t.Helper()
	settings := slices.Clone(b.server)
	executor := porttest.FreeAddress(t)
	if mailbox != "" {
		settings = append(settings, "peers."+Executor+"="+s.toward(t, executor))
	}
	for _, agent := range config.Agents() {
		if agent == retriever || agent == Executor && mailbox != "" {
			continue
		}
		address := porttest.FreeAddress(t)
		s.add(agent, s.weft, append(s.serve("serve", "roles."+agent+".listen="+address), "--roles", agent)...)
		settings = append(settings, "peers."+agent+"="+s.toward(t, address))
	}
	s.add(Orchestrator, s.weft, append(s.serve("serve", settings...), "--roles", "orchestrator")...)
	s.add(retriever, s.weft, append(s.serve("serve", "roles.retriever.listen="+porttest.FreeAddress(t), b.client), "--roles", retriever)...)
	if mailbox != "" { // the key of the vault is there once an orchestrator has started
		const mail = "tools.servers." + mailServer + ".operations." + sendMail + "."
		key := "tools.grant_key=" + filepath.Join(s.Vault, ".weft", "grant.key")
		s.add(Executor, s.weft, append(s.serve("serve", append(s.tools(mailbox), "roles.executor.listen="+executor, b.client, key, mail+"verify=find_message", mail+"verify_pointer=/sent")...), "--roles", Executor)...)
	}
}

// toward returns where a role is called that listens at an address.
func (s *Site) toward(t *testing.T, address string) string {
	t.Helper()
	if s.delays == nil {
		return address
	}
	return NewRelay(t, address, s.delays.hold, true).Address
}

// natsd builds a NATS server.
func natsd(t *testing.T) string {
	t.Helper()
	return mesh.Build(t, "github.com/weft-mesh/weft/test/chaos/natsd")
}
