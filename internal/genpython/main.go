// Command genpython writes what the Python client has from the contracts: the modules of
// the messages with their types, the methods of the services, and the reference. It reads
// an image of buf from its standard input, and needs no protoc and no Python.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/weft-mesh/weft/proto/weftapi"
)

const (
	clientFolder    = "clients/python"
	generatedFolder = clientFolder + "/src/weft/_gen"
	apiPackage      = "weft.orchestrator.v1"
)

func main() {
	if err := run(os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "genpython:", err)
		os.Exit(1)
	}
}

func run(image io.Reader) error {
	data, err := io.ReadAll(image)
	if err != nil {
		return err
	}
	set := &descriptorpb.FileDescriptorSet{}
	if err := proto.Unmarshal(data, set); err != nil {
		return err
	}
	files, err := protodesc.NewFiles(set)
	if err != nil {
		return err
	}
	g, err := newGenerator(files)
	if err != nil {
		return err
	}
	pages, err := g.writePages()
	if err != nil {
		return err
	}
	// A module whose contract is gone must not stay.
	if err := os.RemoveAll(generatedFolder); err != nil {
		return err
	}
	for path, text := range pages {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// A generator knows the contracts that the client has.
type generator struct {
	files    []protoreflect.FileDescriptor    // by path
	services []protoreflect.ServiceDescriptor // in the order of the contracts
	exported map[protoreflect.FullName]string // names in weft.types of messages and enums that are not nested
}

func newGenerator(all *protoregistry.Files) (*generator, error) {
	g := &generator{exported: map[protoreflect.FullName]string{}}
	for _, m := range weftapi.Methods() {
		found, err := all.FindDescriptorByName(m.Parent().FullName())
		if err != nil {
			return nil, fmt.Errorf("the image is not that of the contracts: %w", err)
		}
		if s := found.(protoreflect.ServiceDescriptor); !slices.Contains(g.services, s) {
			g.services = append(g.services, s)
		}
	}
	needed := map[string]protoreflect.FileDescriptor{}
	for _, s := range g.services {
		addWithImports(s.ParentFile(), needed)
	}
	all.RangeFiles(func(f protoreflect.FileDescriptor) bool {
		if weftapi.CarriesAny(f.Package()) || strings.HasSuffix(f.Path(), "/webhook_event.proto") {
			addWithImports(f, needed)
		}
		return true
	})
	for _, path := range slices.Sorted(mapKeys(needed)) {
		g.files = append(g.files, needed[path])
	}
	g.nameExports()
	return g, nil
}

// addWithImports adds a file and those that have the types of its fields. Imports for
// options alone, such as buf/validate, are not among them: a user's own copy of these
// would collide with ours.
func addWithImports(f protoreflect.FileDescriptor, needed map[string]protoreflect.FileDescriptor) {
	if needed[f.Path()] != nil || !strings.HasPrefix(f.Path(), "weft/") {
		return
	}
	needed[f.Path()] = f
	for _, other := range importsOf(f) {
		addWithImports(other, needed)
	}
	for i := range f.Services().Len() {
		methods := f.Services().Get(i).Methods()
		for j := range methods.Len() {
			addWithImports(methods.Get(j).Input().ParentFile(), needed)
			addWithImports(methods.Get(j).Output().ParentFile(), needed)
		}
	}
}

// importsOf returns the files whose types the fields of a file have, by path.
func importsOf(f protoreflect.FileDescriptor) []protoreflect.FileDescriptor {
	found := map[string]protoreflect.FileDescriptor{}
	rangeMessages(f.Messages(), func(m protoreflect.MessageDescriptor) {
		for i := range m.Fields().Len() {
			var of protoreflect.Descriptor
			switch field := m.Fields().Get(i); field.Kind() {
			case protoreflect.MessageKind:
				of = field.Message()
			case protoreflect.EnumKind:
				of = field.Enum()
			default:
				continue
			}
			if other := of.ParentFile(); other.Path() != f.Path() {
				found[other.Path()] = other
			}
		}
	})
	var files []protoreflect.FileDescriptor
	for _, path := range slices.Sorted(mapKeys(found)) {
		files = append(files, found[path])
	}
	return files
}

func rangeMessages(messages protoreflect.MessageDescriptors, do func(protoreflect.MessageDescriptor)) {
	for i := range messages.Len() {
		do(messages.Get(i))
		rangeMessages(messages.Get(i).Messages(), do)
	}
}

// nameExports gives each message and enum a name in weft.types: its own, unless another
// package has it too. Then those outside the API's package begin with that of theirs.
func (g *generator) nameExports() {
	taken := map[protoreflect.Name][]protoreflect.Descriptor{}
	for _, f := range g.files {
		for _, d := range topLevel(f) {
			taken[d.Name()] = append(taken[d.Name()], d)
		}
	}
	for name, all := range taken {
		for _, d := range all {
			pkg := d.ParentFile().Package()
			if len(all) == 1 || pkg == apiPackage {
				g.exported[d.FullName()] = string(name)
				continue
			}
			short := strings.Split(string(pkg), ".")[1]
			prefixed := strings.ToUpper(short[:1]) + short[1:] + string(name)
			if taken[protoreflect.Name(prefixed)] != nil {
				prefixed = strings.ToUpper(short[:1]) + short[1:] + "_" + string(name)
			}
			g.exported[d.FullName()] = prefixed
		}
	}
}

func topLevel(f protoreflect.FileDescriptor) []protoreflect.Descriptor {
	var all []protoreflect.Descriptor
	for i := range f.Messages().Len() {
		all = append(all, f.Messages().Get(i))
	}
	for i := range f.Enums().Len() {
		all = append(all, f.Enums().Get(i))
	}
	return all
}

func (g *generator) writePages() (map[string]string, error) {
	pages := map[string]string{
		generatedFolder + "/__init__.py": "# Written by make generate from the contracts in proto/weft.\n",
		generatedFolder + "/exports.py":  g.writeExports(),
		generatedFolder + "/services.py": g.writeServices(),
		clientFolder + "/REFERENCE.md":   g.writeReference(),
	}
	for _, f := range g.files {
		runtime, err := writeModule(f)
		if err != nil {
			return nil, err
		}
		pages[generatedFolder+"/"+moduleOf(f)+".py"] = runtime
		pages[generatedFolder+"/"+moduleOf(f)+".pyi"] = writeStub(f)
	}
	return pages, nil
}

// moduleOf is the name of the module that has the messages of a file: "weft/common/v1/time.proto"
// is in common_v1_time, and "google/protobuf/any.proto" in google.protobuf.any_pb2.
func moduleOf(f protoreflect.FileDescriptor) string {
	path := strings.TrimSuffix(f.Path(), ".proto")
	if rest, ours := strings.CutPrefix(path, "weft/"); ours {
		return strings.ReplaceAll(rest, "/", "_")
	}
	return path[strings.LastIndex(path, "/")+1:] + "_pb2"
}

func importLine(f protoreflect.FileDescriptor) string {
	if strings.HasPrefix(f.Path(), "weft/") {
		return "from . import " + moduleOf(f)
	}
	return "from google.protobuf import " + moduleOf(f)
}

// commentOf is the comment above something in the contracts.
func commentOf(d protoreflect.Descriptor) string {
	comment := d.ParentFile().SourceLocations().ByDescriptor(d).LeadingComments
	var lines []string
	for line := range strings.Lines(comment) {
		lines = append(lines, strings.TrimPrefix(strings.TrimRight(line, " \n"), " "))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// quoteDoc writes a doc string at an indent.
func quoteDoc(indent, text string) string {
	text = strings.NewReplacer(`\`, `\\`, `"""`, `\"\"\"`).Replace(text)
	if strings.HasSuffix(text, `"`) {
		text += " "
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if i > 0 && line != "" {
			lines[i] = indent + line
		}
	}
	end := `"""`
	if len(lines) > 1 {
		end = "\n" + indent + `"""`
	}
	return indent + `"""` + strings.Join(lines, "\n") + end + "\n"
}
