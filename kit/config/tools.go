package config

import (
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Tools says which tools there are, and who may have them called.
type Tools struct {
	Servers     ToolServers `yaml:"servers" doc:"MCP servers whose tools plans may call, by name."`
	VaultFolder string      `yaml:"vault_folder" doc:"Folder in the vault into which plans may write new files, by Weft's own tool vault/write. Empty: nowhere."`
	GrantKey    string      `yaml:"grant_key" kind:"path" doc:"PEM file with the Ed25519 key with which an orchestrator signs what allows a call. All orchestrators of a mesh have the same. Empty: grant.key in the vault's .weft folder; it is made where it is needed."`
	GrantKeys   string      `yaml:"grant_keys" kind:"path" doc:"PEM file with the public keys whose grants an executor heeds. Empty: that of tools.grant_key."`
}

// ToolServers are the servers of tools, by name.
type ToolServers map[string]*ToolServer

// A ToolServer is where tools come from.
type ToolServer struct {
	Command     []string       `yaml:"command" doc:"Program and arguments of a server that Weft starts and speaks with over its standard input and output."`
	URL         string         `yaml:"url" doc:"URL of a server that is reached by streamable HTTP, instead of a command. Whatever it does is external."`
	Env         []string       `yaml:"env" kind:"pairs" doc:"Variables of the program, each as NAME=VALUE, where VALUE may be ${VARIABLE} or file:PATH. It gets no others but PATH, HOME and TMPDIR."`
	Headers     []string       `yaml:"headers" kind:"pairs" doc:"Headers of each request to the URL, each as NAME=VALUE, where VALUE is ${VARIABLE} or file:PATH, such as Authorization=${MAIL_AUTHORIZATION}."`
	Timeout     time.Duration  `yaml:"timeout" min:"100ms" max:"1h" doc:"The most time one call may take. After that nobody knows whether it was done. For longer ones set runs.steps.execute.CALL.timeout as well."`
	OutputBytes Bytes          `yaml:"output_bytes" min:"1KiB" max:"1MiB" doc:"How much of a result is kept: of its text, and of its structured part."`
	Operations  ToolOperations `yaml:"operations" doc:"What is known of single operations, by name."`
}

// ToolOperations are operations of a server, by name.
type ToolOperations map[string]*ToolOperation

// A ToolOperation is what is known of an operation.
type ToolOperation struct {
	Effect              string `yaml:"effect" enum:"|read|write|external" doc:"What calling it may do. read: nothing changes, and nothing leaves this machine. write: something changes that can be changed back. external: it leaves the house or can't be taken back. The server's own word can only make it stricter. Empty: external."`
	Idempotent          bool   `yaml:"idempotent" doc:"Calling it twice is as good as once."`
	IdempotencyArgument string `yaml:"idempotency_argument" doc:"Argument by which the server knows a call that comes again. Empty: none."`
	Verify              string `yaml:"verify" doc:"Operation of the same server that tells whether a call of this one was made, if nobody knows: it only reads, and is called with those arguments that it has, too. Empty: a person is asked at once."`
	VerifyPointer       string `yaml:"verify_pointer" doc:"Where in its structured result that stands: a JSON Pointer, such as /sent, to what is true, or not empty, if the call was made."`
	Hidden              bool   `yaml:"hidden" doc:"It is not told and can't be called."`
}

// ownTools are the names of Weft's own tools, as if they were servers.
var ownTools = []string{"notes", "roadmaps", "vault"}

// serversPath is where ToolServers are.
const serversPath = "tools.servers"

var (
	serverName    = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)
	operationName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_./-]{0,127}$`)
	variableName  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

// ToolTimeout is the timeout of a tool server that has none of its own.
const ToolTimeout = 30 * time.Second

func newToolServer() *ToolServer {
	return &ToolServer{Timeout: ToolTimeout, OutputBytes: 64 * kib}
}

func collectServers(servers ToolServers, parent setting, all []setting) []setting {
	for _, name := range slices.Sorted(maps.Keys(servers)) {
		all = collect(reflect.ValueOf(servers[name]).Elem(), parent.child(name, ""), all)
	}
	return all
}

func collectOperations(operations ToolOperations, parent setting, all []setting) []setting {
	for _, name := range slices.Sorted(maps.Keys(operations)) {
		all = collect(reflect.ValueOf(operations[name]).Elem(), parent.child(name, ""), all)
	}
	return all
}

// isTools reports whether a key below a path is that of a section of tools.
func isTools(prefix, key string) bool {
	if prefix == serversPath {
		return serverName.MatchString(key)
	}
	of, operations := strings.CutSuffix(prefix, ".operations")
	_, operation, server := isTool(of)
	if operations {
		return server && operation == "" && operationName.MatchString(key)
	}
	_, operation, server = isTool(prefix)
	return prefix+"."+key == serversPath || server && operation == "" && key == "operations"
}

// isTool returns the server and, if it is the section of one, the operation of a path.
func isTool(path string) (server, operation string, ok bool) {
	rest, below := strings.CutPrefix(path, serversPath+".")
	server, rest, of := strings.Cut(rest, ".")
	if !below || !serverName.MatchString(server) {
		return "", "", false
	}
	if !of {
		return server, "", true
	}
	operation, ok = strings.CutPrefix(rest, "operations.")
	return server, operation, ok && operationName.MatchString(operation)
}

// makeTool makes the server or the operation that a section is of, and reports whether it
// is one that may have the field.
func (c *Config) makeTool(section, field string) bool {
	server, operation, ok := isTool(section)
	if !ok {
		return false
	}
	of := reflect.TypeFor[ToolServer]()
	if operation != "" {
		of = reflect.TypeFor[ToolOperation]()
	}
	if !slices.Contains(fieldNames(of), field) || field == "operations" {
		return false
	}
	if c.Tools.Servers == nil {
		c.Tools.Servers = ToolServers{}
	}
	s := c.Tools.Servers[server]
	if s == nil {
		s = newToolServer()
		c.Tools.Servers[server] = s
	}
	if operation == "" {
		return true
	}
	if s.Operations == nil {
		s.Operations = ToolOperations{}
	}
	if s.Operations[operation] == nil {
		s.Operations[operation] = &ToolOperation{}
	}
	return true
}

// Pairs reads settings of the form NAME=VALUE, with the values that they stand for. Its
// errors hold no value.
func Pairs(list []string) ([][2]string, error) {
	out := make([][2]string, 0, len(list))
	for _, item := range list {
		name, value, _ := strings.Cut(item, "=")
		if value != "" {
			var err error
			if value, err = Secret(value); err != nil {
				return nil, err
			}
		}
		out = append(out, [2]string{name, value})
	}
	return out, nil
}

// hidePair is hide for what stands behind the name.
func hidePair(pair string) string {
	name, value, found := strings.Cut(pair, "=")
	if !found {
		return hide(pair)
	}
	return name + "=" + hide(value)
}

// mostServers bounds the servers of tools.
const mostServers = 64

// resent are headers by which HTTP clients send a request again by themselves.
var resent = []string{"Idempotency-Key", "X-Idempotency-Key"}

func (k *checker) tools() {
	k.vaultFolder()
	servers := k.config.Tools.Servers
	if len(servers) > mostServers {
		k.problem(serversPath, "has %d servers; the most are %d", len(servers), mostServers)
	}
	for _, name := range slices.Sorted(maps.Keys(servers)) {
		s, path := servers[name], serversPath+"."+name
		if slices.Contains(ownTools, name) {
			k.problem(path, "has the name of Weft's own tools; give it another")
		}
		switch {
		case len(s.Command) == 0 && s.URL == "":
			k.problem(path+".command", "is empty; set it to the program of the server, or url to where it is")
		case len(s.Command) > 0 && s.URL != "":
			k.problem(path+".url", "is set along with a command; keep one")
		case len(s.Command) > 0 && s.Command[0] == "":
			k.problem(path+".command", "begins with an empty name of a program")
		}
		k.toolURL(path, s)
		for _, pair := range s.Env {
			if name, _, ok := strings.Cut(pair, "="); !ok || !variableName.MatchString(name) {
				k.problem(path+".env", "each item is NAME=VALUE, such as LOG_LEVEL=debug or TOKEN=${MAIL_TOKEN}")
			}
		}
		if len(s.Env) > 0 && s.URL != "" {
			k.problem(path+".env", "is for a command; what is at a URL has its own")
		}
		if len(s.Headers) > 0 && s.URL == "" {
			k.problem(path+".headers", "are for a URL; give a command its secrets in env")
		}
		for _, pair := range s.Headers {
			k.toolHeader(path+".headers", pair)
		}
		k.verifications(path+".operations", s)
	}
}

// verifications refuses reads that could not tell whether a call was made, or that would say
// so of any.
func (k *checker) verifications(path string, s *ToolServer) {
	for _, name := range slices.Sorted(maps.Keys(s.Operations)) {
		o := s.Operations[name]
		at := path + "." + name
		switch {
		case o.Verify == "" && o.VerifyPointer == "":
		case o.Verify == "":
			k.problem(at+".verify", "is empty, and verify_pointer is not; name the operation that tells")
		case !strings.HasPrefix(o.VerifyPointer, "/"):
			k.problem(at+".verify_pointer", "%q is no JSON Pointer to what %s returns, such as /sent", o.VerifyPointer, o.Verify)
		case s.Operations[o.Verify] == nil || s.Operations[o.Verify].Effect != "read":
			k.problem(at+".verify", "%q has to be known to only read: set %s.%s.effect to read", o.Verify, path, o.Verify)
		}
	}
}

func (k *checker) toolURL(path string, s *ToolServer) {
	if s.URL == "" {
		return
	}
	u, err := url.Parse(s.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		k.problem(path+".url", "is not a URL such as https://tools.example.org/mcp")
	case u.User != nil:
		k.problem(path+".url", "contains a user; put what identifies you into headers")
	}
	for _, name := range slices.Sorted(maps.Keys(s.Operations)) {
		if e := s.Operations[name].Effect; e != "" && e != "external" {
			k.problem(path+".operations."+name+".effect", "%q is not possible at a URL: what is sent there leaves this machine; leave it out, or use external", e)
		}
	}
}

func (k *checker) toolHeader(path, pair string) {
	name, value, ok := strings.Cut(pair, "=")
	name = http.CanonicalHeaderKey(name)
	switch {
	case !ok || name == "" || strings.ContainsAny(name, " \t\r\n:"):
		k.problem(path, "each item is NAME=VALUE, such as Authorization=${MAIL_AUTHORIZATION}")
	case !strings.HasPrefix(value, "file:") && !fromEnvironment.MatchString(value) && k.config.Origin(path).Kind != FromEnv:
		k.problem(path, "%s contains the value itself; use ${NAME}, an environment variable, or file:PATH instead", name)
	case slices.Contains(resent, name):
		k.problem(path, "%s would have a call sent twice; leave it out", name)
	}
}
