// Command protoc-gen-weft-ts is a protoc plugin. It writes the generated part of the TypeScript
// client from the contracts and the routes of the gateway: types.ts with the JSON of each
// message, services.ts with a class for each service, and REFERENCE.md.
package main

import (
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/types/pluginpb"

	"github.com/weft-mesh/weft/proto/weftapi"
)

func main() {
	protogen.Options{}.Run(func(p *protogen.Plugin) error {
		p.SupportedFeatures = uint64(pluginpb.CodeGeneratorResponse_FEATURE_PROTO3_OPTIONAL)
		services := routedServices(p.Files)
		types, err := collectTypes(p.Files, services)
		if err != nil {
			return err
		}
		for name, write := range map[string]func(*printer){
			"types.ts":     types.writeTypes,
			"services.ts":  func(out *printer) { writeServices(out, services) },
			"REFERENCE.md": func(out *printer) { writeReference(out, types, services) },
		} {
			var out printer
			write(&out)
			if _, err := p.NewGeneratedFile(name, "").Write([]byte(out.String())); err != nil {
				return err
			}
		}
		return nil
	})
}

// routedServices returns the services whose methods can be called over HTTP.
func routedServices(files []*protogen.File) []*protogen.Service {
	var all []*protogen.Service
	for _, f := range files {
		for _, s := range f.Services {
			if len(s.Methods) > 0 && weftapi.DescribeMethod(s.Methods[0].Desc).HTTP != nil {
				all = append(all, s)
			}
		}
	}
	return all
}
