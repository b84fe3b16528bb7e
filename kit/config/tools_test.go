package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/config"
)

const twoServers = `tools:
  servers:
    files:
      command: [npx, -y, "@modelcontextprotocol/server-filesystem", /home/ann/docs]
      env: [LOG_LEVEL=debug, "TOKEN=file:token"]
      operations:
        read_text_file: {effect: read}
        notes.write/now: {effect: write, idempotent: true, idempotency_argument: key}
    mail:
      url: https://mail.example.org/mcp
      headers: ["Authorization=${MAIL_AUTHORIZATION}"]
      timeout: 10s
      operations: {purge: {hidden: true}}
`

func TestToolServersHaveSettingsByTheirNames(t *testing.T) {
	t.Parallel()
	s, path := source(t, twoServers)
	s.Env = append(s.Env, "WEFT_TOOLS_SERVERS_MAIL_TIMEOUT=20s")
	s.Overrides = []config.Override{{Path: "tools.servers.files.output_bytes", Value: "8KiB"}, {Path: "tools.servers.more.url", Value: "http://localhost:1/mcp"}}
	c := load(t, s)
	files, mail := c.Tools.Servers["files"], c.Tools.Servers["mail"]
	if len(c.Tools.Servers) != 3 || len(files.Command) != 4 || files.OutputBytes != 8<<10 || files.Timeout != 30*time.Second || mail.Timeout != 20*time.Second {
		t.Errorf("%+v, %+v", files, mail)
	}
	if o := files.Operations["notes.write/now"]; o == nil || *o != (config.ToolOperation{Effect: "write", Idempotent: true, IdempotencyArgument: "key"}) {
		t.Errorf("%+v", files.Operations)
	}
	if !mail.Operations["purge"].Hidden {
		t.Errorf("%+v", mail.Operations)
	}
	token := filepath.Join(filepath.Dir(path), "token")
	if want := []string{"LOG_LEVEL=debug", "TOKEN=file:" + token}; !slices.Equal(files.Env, want) {
		t.Errorf("%v, want %v", files.Env, want)
	}
	if err := os.WriteFile(token, []byte("s3cret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if pairs, err := config.Pairs(files.Env); err != nil || !slices.Equal(pairs, [][2]string{{"LOG_LEVEL", "debug"}, {"TOKEN", "s3cret"}}) {
		t.Errorf("%v, %v", pairs, err)
	}
	text := printed(t, c, false)
	if strings.Contains(text, "debug") || !strings.Contains(text, "LOG_LEVEL=(hidden)") || !strings.Contains(text, "${MAIL_AUTHORIZATION}") {
		t.Errorf("it is printed as\n%s", text)
	}
	again, _ := source(t, text)
	if second := load(t, again); printed(t, second, false) != text {
		t.Errorf("it changed on the way:\n%s\n%s", text, printed(t, second, false))
	}
}

func TestAMistakeInTheSettingsOfAToolServerIsNamed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"{mail: {timeout: 3s}}":                                                                       "tools.servers.mail.command: is empty",
		"{mail: {command: [a], url: http://b}}":                                                       "keep one",
		"{mail: {command: ['']}}":                                                                     "empty name",
		"{mail: {url: ftp://b}}":                                                                      "is not a URL",
		"{mail: {url: 'http://ann:pw@b/mcp'}}":                                                        "contains a user",
		"{mail: {url: http://b, env: [A=b]}}":                                                         "is for a command",
		"{mail: {command: [a], env: [A]}}":                                                            "each item is NAME=VALUE",
		"{mail: {command: [a], headers: ['A=${B}']}}":                                                 "are for a URL",
		"{mail: {url: http://b, headers: [Authorization=s3cret]}}":                                    "Authorization contains the value itself",
		"{mail: {url: http://b, headers: ['idempotency-key=${B}']}}":                                  "sent twice",
		"{mail: {url: http://b, headers: ['A b=${B}']}}":                                              "each item is NAME=VALUE",
		"{mail: {url: http://b, operations: {send: {effect: read}}}}":                                 `"read" is not possible at a URL`,
		"{mail: {command: [a], operations: {send: {effect: harmless}}}}":                              "is not one of read, write, external",
		"{mail: {command: [a], operations: {send: {efect: read}}}}":                                   `there is no setting "tools.servers.mail.operations.send.efect"`,
		"{mail: {command: [a], timeout: 2h}}":                                                         "too high",
		"{Mail: {command: [a]}}":                                                                      `there is no setting "tools.servers.Mail"`,
		"{mail: {command: [a], 'operations': {'a b': {hidden: true}}}}":                               `there is no setting "tools.servers.mail.operations.a b"`,
		"{mail: {command: [a], operations: {send: {verify: find}}}}":                                  "is no JSON Pointer to what find returns",
		"{mail: {command: [a], operations: {send: {verify: find, verify_pointer: /sent}, find: {}}}}": "set tools.servers.mail.operations.find.effect to read",
		"{mail: {command: [a], operations: {send: {verify_pointer: /sent}}}}":                         "name the operation that tells",
		"{mail: 3}": "expected settings",
	} {
		s, _ := source(t, "tools: {servers: "+text+"}")
		_, err := config.Load(s)
		if invalid, ok := errors.AsType[*config.InvalidError](err); !ok || !strings.Contains(invalid.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		} else if strings.Contains(invalid.Error(), "s3cret") {
			t.Errorf("%s: the secret is told: %v", text, err)
		}
	}
}
