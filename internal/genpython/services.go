package main

import (
	"fmt"
	"strings"
	"unicode"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/weft-mesh/weft/proto/weftapi"
)

// writeServices writes the typed methods, for clients that wait and for asynchronous ones.
func (g *generator) writeServices() string {
	var b strings.Builder
	b.WriteString(`# Written by make generate from the contracts in proto/weft.
from __future__ import annotations

import datetime
from typing import Any, AsyncIterable, AsyncIterator, Iterable, Iterator, Mapping, Optional, Union

from google.protobuf import any_pb2, duration_pb2, message, timestamp_pb2

from .. import _aio, _calls, _method
from . import exports as types

`)
	for _, s := range g.services {
		for _, m := range methodsOf(s) {
			fmt.Fprintf(&b, "%s = _method.Method(\n    %q,\n    types.%s,\n    types.%s,\n    repeatable=%s,\n    has_request_id=%s,\n    has_sequence=%s,\n)\n",
				constantOf(m), m.FullMethod(), g.exported[m.Input().FullName()], g.exported[m.Output().FullName()],
				pythonBool(m.IsIdempotent()), pythonBool(hasField(m.Input(), "request_id")), pythonBool(hasSequence(m)))
		}
	}
	for _, s := range g.services {
		g.writeService(&b, s, false)
		g.writeService(&b, s, true)
	}
	return b.String()
}

func methodsOf(s protoreflect.ServiceDescriptor) []weftapi.Method {
	var all []weftapi.Method
	for i := range s.Methods().Len() {
		// What the options say is read from the linked contracts; the image has the comments.
		name := "/" + string(s.FullName()) + "/" + string(s.Methods().Get(i).Name())
		m, _ := weftapi.FindMethod(name)
		m.MethodDescriptor = s.Methods().Get(i)
		all = append(all, m)
	}
	return all
}

func constantOf(m weftapi.Method) string {
	return "_" + strings.ToUpper(snakeCase(string(m.Name())))
}

func snakeCase(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

func pythonBool(v bool) string {
	if v {
		return "True"
	}
	return "False"
}

func hasField(m protoreflect.MessageDescriptor, name protoreflect.Name) bool {
	return m.Fields().ByName(name) != nil
}

// hasSequence reports whether a stream can go on after an event that was seen.
func hasSequence(m weftapi.Method) bool {
	event := m.Output().Fields().ByName("event")
	return m.IsStreamingServer() && event != nil && event.Message() != nil && hasField(event.Message(), "sequence")
}

func (g *generator) writeService(b *strings.Builder, s protoreflect.ServiceDescriptor, async bool) {
	class, calls := string(s.Name()), "_calls.Calls"
	if async {
		class, calls = "Async"+class, "_aio.Calls"
	}
	fmt.Fprintf(b, "\n\nclass %s:\n", class)
	b.WriteString(quoteDoc("    ", commentOf(s)))
	fmt.Fprintf(b, "\n    def __init__(self, calls: %s) -> None:\n        self._calls = calls\n", calls)
	for _, m := range methodsOf(s) {
		b.WriteString("\n" + g.writeMethod(m, async))
	}
}

func (g *generator) writeMethod(m weftapi.Method, async bool) string {
	var b strings.Builder
	output := "types." + g.exported[m.Output().FullName()]
	define, returns, call := "def", output, "return self._calls.call"
	switch {
	case m.IsStreamingServer() && async:
		returns, call = "_aio.Stream["+output+"]", "return self._calls.stream"
	case m.IsStreamingServer():
		returns, call = "_calls.Stream["+output+"]", "return self._calls.stream"
	case async:
		define, call = "async def", "return await self._calls.call"
	}
	if m.IsStreamingClient() {
		input := "types." + g.exported[m.Input().FullName()]
		kind := "Iterable"
		returns = "Iterator[" + output + "]"
		if async {
			returns = "AsyncIterator[" + output + "]"
			kind = "Union[Iterable[" + input + "], AsyncIterable[" + input + "]]"
		} else {
			kind += "[" + input + "]"
		}
		fmt.Fprintf(&b, "    %s %s(self, requests: %s, *, timeout: Optional[float] = None) -> %s:\n", define, snakeCase(string(m.Name())), kind, returns)
		b.WriteString(quoteDoc("        ", g.docOf(m)))
		fmt.Fprintf(&b, "        return self._calls.exchange(%s, requests, timeout)\n", constantOf(m))
		return b.String()
	}
	fields := m.Input().Fields()
	fmt.Fprintf(&b, "    %s %s(\n        self,\n        *,\n", define, snakeCase(string(m.Name())))
	for i := range fields.Len() {
		fmt.Fprintf(&b, "        %s: Optional[%s] = None,\n", fields.Get(i).Name(), acceptedType(fields.Get(i), g.typeInServices, true))
	}
	fmt.Fprintf(&b, "        timeout: Optional[float] = None,\n    ) -> %s:\n", returns)
	b.WriteString(quoteDoc("        ", g.docOf(m)))
	fmt.Fprintf(&b, "        %s(\n            %s,\n            {\n", call, constantOf(m))
	for i := range fields.Len() {
		fmt.Fprintf(&b, "                %q: %s,\n", fields.Get(i).Name(), fields.Get(i).Name())
	}
	b.WriteString("            },\n            timeout,\n        )\n")
	return b.String()
}

// typeInServices names a type in the module of the services.
func (g *generator) typeInServices(d protoreflect.Descriptor) string {
	if d.ParentFile().Package() == "google.protobuf" {
		return moduleOf(d.ParentFile()) + "." + string(d.Name())
	}
	if outer, nested := d.Parent().(protoreflect.MessageDescriptor); nested {
		return g.typeInServices(outer) + "." + string(d.Name())
	}
	return "types." + g.exported[d.FullName()]
}

// docOf is the comment of a method with those of its arguments.
func (g *generator) docOf(m weftapi.Method) string {
	var b strings.Builder
	b.WriteString(commentOf(m))
	b.WriteString("\n\nArgs:\n")
	if m.IsStreamingClient() {
		b.WriteString("    requests: What is sent, in this order. The call is not made again by itself.\n")
	}
	for i := range m.Input().Fields().Len() {
		f := m.Input().Fields().Get(i)
		if m.IsStreamingClient() {
			break
		}
		fmt.Fprintf(&b, "    %s: %s\n", f.Name(), strings.ReplaceAll(commentOf(f), "\n", "\n        "))
	}
	b.WriteString("    timeout: Seconds that the whole call may take.")
	return b.String()
}

// writeReference writes the page that lists all methods.
func (g *generator) writeReference() string {
	var b strings.Builder
	b.WriteString("# Reference of the Python client\n\nWritten by `make generate` from the comments of the contracts. [README.md](README.md) shows how to begin.\n\n")
	b.WriteString("Every method takes its request's fields by name, and `timeout`, the seconds that the whole call may take. `AsyncClient` has the same methods, to be awaited; streams are read with `async for`. `weft.types` has the messages: these are read as attributes, and may be given as dictionaries.\n")
	for _, s := range g.services {
		name := strings.ToLower(strings.TrimSuffix(string(s.Name()), "Service"))
		fmt.Fprintf(&b, "\n## client.%s\n\n%s\n", name, commentOf(s))
		for _, m := range methodsOf(s) {
			g.writeMethodReference(&b, name, m)
		}
	}
	return b.String()
}

func (g *generator) writeMethodReference(b *strings.Builder, service string, m weftapi.Method) {
	var arguments []string
	for i := range m.Input().Fields().Len() {
		arguments = append(arguments, string(m.Input().Fields().Get(i).Name()))
	}
	if m.IsStreamingClient() {
		arguments = []string{"requests"}
	}
	returns := g.exported[m.Output().FullName()]
	if m.IsStreamingServer() {
		returns = "stream of " + returns
	}
	fmt.Fprintf(b, "\n### %s.%s(%s)\n\n%s\n\nReturns: %s. %s\n", service, snakeCase(string(m.Name())), strings.Join(arguments, ", "), commentOf(m), returns, describeRepeat(m))
	if len(arguments) == 0 || m.IsStreamingClient() {
		return
	}
	b.WriteString("\n| argument | type | what it is |\n|---|---|---|\n")
	for i := range m.Input().Fields().Len() {
		f := m.Input().Fields().Get(i)
		of := strings.ReplaceAll(acceptedType(f, g.typeInServices, true), "types.", "")
		fmt.Fprintf(b, "| `%s` | `%s` | %s |\n", f.Name(), of, strings.ReplaceAll(strings.ReplaceAll(commentOf(f), "\n", " "), "|", `\|`))
	}
}

// describeRepeat says whether the client makes a call again by itself.
func describeRepeat(m weftapi.Method) string {
	switch {
	case m.IsStreamingClient():
		return "The client does not make it again by itself."
	case hasSequence(m):
		return "The client goes on after the last event when the connection is lost."
	case m.IsIdempotent():
		return "The client makes it again by itself when the server can't be reached."
	case hasField(m.Input(), "request_id"):
		return "The client makes it again by itself, with the same `request_id`, when the server can't be reached."
	}
	return "The client does not make it again by itself: after an error, look what became of it."
}
