package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/web"
	siteweb "github.com/clawatlas/clawatlas/web/site"
)

// object is a JSON object of the document.
type object = map[string]any

// document is the description of the API.
type document struct {
	shapes *shapes
	paths  object
	either object   // answers of several shapes, by name
	bare   []string // fields without a description, sorted
}

// describe makes the document of the endpoints from the source below root.
func describe(root string, endpoints []siteweb.Endpoint) (*document, error) {
	c, err := readComments(root)
	if err != nil {
		return nil, err
	}
	d := &document{shapes: newShapes(c), paths: object{}, either: object{}}
	for _, e := range endpoints {
		get, err := d.operation(e)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Path, err)
		}
		d.paths[e.Path] = object{"get": get}
	}
	slices.Sort(d.shapes.bare)
	d.bare = slices.Compact(d.shapes.bare)
	return d, nil
}

// operation describes one endpoint.
func (d *document) operation(e siteweb.Endpoint) (object, error) {
	op, ok := summaries[strings.TrimPrefix(e.Path, "/api/v1")]
	if !ok || len(e.Answers) == 0 {
		return nil, fmt.Errorf("has no summary or no type of its answer")
	}
	var refs []any
	for _, v := range e.Answers {
		schema, err := d.shapes.add(v)
		if err != nil {
			return nil, err
		}
		refs = append(refs, schema)
	}
	schema := refs[0]
	if len(refs) > 1 {
		name, ok := eitherNames[op.id]
		if !ok {
			return nil, fmt.Errorf("has several answers and no name for them")
		}
		d.either[name] = object{"anyOf": refs}
		schema = object{"$ref": schemas + name}
	}
	parameters := []object{}
	for _, name := range e.InPath {
		text, ok := meanings["{"+name+"}"]
		if !ok {
			return nil, fmt.Errorf("{%s} has no description", name)
		}
		parameters = append(parameters, object{"name": name, "in": "path", "required": true, "description": text,
			"schema": object{"type": "string", "pattern": slug}})
	}
	for _, p := range e.Parameters {
		text, ok := meanings[op.id+" "+p.Name]
		if !ok {
			text, ok = meanings[p.Name]
		}
		if !ok {
			return nil, fmt.Errorf("parameter %s has no description", p.Name)
		}
		parameters = append(parameters, object{"name": p.Name, "in": "query", "required": slices.Contains(op.needs, p.Name),
			"description": text, "schema": parameterSchema(p)})
	}
	answers := responses(schema, len(e.InPath) > 0 || len(e.Parameters) > 3)
	if slices.ContainsFunc(e.Parameters, func(p web.Parameter) bool { return p.Name == "offset" }) {
		answers["200"].(object)["headers"] = object{"Link": object{"schema": object{"type": "string"},
			"description": "The pages before and behind this one (RFC 8288, rel=prev and rel=next), where there are any."}}
	}
	return object{"operationId": op.id, "tags": []string{op.tag}, "summary": op.summary, "parameters": parameters,
		"responses": answers}, nil
}

// parameterSchema is what a route takes, as its declaration has it.
func parameterSchema(p web.Parameter) object {
	switch p.Kind {
	case "number":
		n, _ := strconv.Atoi(p.Preset)
		s := object{"type": "integer", "minimum": p.Least, "maximum": p.Most}
		if n >= p.Least {
			s["default"] = n
		}
		return s
	case "flag":
		return object{"type": "string", "enum": []string{"0", "1"}, "default": "0"}
	case "word":
		s := object{"type": "string", "enum": p.Words}
		if p.Preset != "" {
			s["default"] = p.Preset
		}
		return s
	case "list":
		return object{"type": "array", "items": object{"type": "string", "maxLength": p.Longest}}
	}
	return object{"type": "string", "maxLength": p.Longest}
}

// responses are the answers that each operation has beside its own.
func responses(schema any, missing bool) object {
	r := object{
		"200": object{"description": "The answer.", "content": object{"application/json": object{"schema": schema}}},
		"302": object{"description": "Another address has what was asked for: the table that format=csv or parquet asks for, or the model under its own id."},
		"304": object{"description": "If-None-Match names the present answer."},
	}
	for code, name := range map[string]string{"400": "BadRequest", "404": "NotFound", "405": "ReadOnly", "429": "TooMany",
		"500": "Fault", "503": "TooLong"} {
		if code != "404" || missing {
			r[code] = object{"$ref": "#/components/responses/" + name}
		}
	}
	return r
}

// whole is the document.
func (d *document) whole() object {
	faults, shapes := object{}, object{"Error": errorShape}
	for name, text := range faultWords {
		faults[name] = object{"description": text, "content": object{"application/json": object{"schema": object{"$ref": schemas + "Error"}}}}
	}
	for name, s := range d.shapes.found {
		shapes[name] = s
	}
	maps.Copy(shapes, d.either)
	return object{"openapi": "3.1.0", "info": info, "servers": []object{{"url": "/"}}, "security": []object{}, "tags": tags,
		"paths": d.paths, "components": object{"schemas": shapes, "responses": faults}}
}
