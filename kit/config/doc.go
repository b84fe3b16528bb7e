// Package config holds the configuration of every role: one YAML file, the
// environment over it, flags over both.
//
// The struct tags of [Config] are the only description of a setting. From them
// come the strict reading of the file, the names in the environment, the checks,
// the JSON Schema, the printed configuration and docs/configuration.md:
//
//	yaml  name in the file; joined by dots it is the setting's path
//	doc   what it means
//	enum  the allowed values, separated by |; an empty one: may be empty
//	min   the smallest allowed number, amount or duration
//	max   the largest
//	kind  "path" for a file or folder, "addr" for host:port
//
// The environment's name of a setting is WEFT_ and its path in capitals with _
// for each dot: WEFT_API_LISTEN for api.listen. Variables that are set to
// nothing count as not set.
package config
