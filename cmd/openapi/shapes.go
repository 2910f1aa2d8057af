package main

import (
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/swaggest/jsonschema-go"
)

const schemas = "#/components/schemas/"

// shapes turns types into JSON Schema. What encoding/json does and the library
// does not know is mended on the way: a pointer may be null, also to a struct; a
// list or a map is never null unless its tag says nullable, which the tests of the
// API show; and a field is there unless it says omitempty.
type shapes struct {
	reflector jsonschema.Reflector
	comments  *comments
	found     map[string]jsonschema.Schema
	types     map[string]reflect.Type // by name
	renamed   map[string]bool         // keys of names that were met
	bare      []string                // fields that no comment describes
}

func newShapes(c *comments) *shapes {
	s := &shapes{comments: c, found: map[string]jsonschema.Schema{}, types: map[string]reflect.Type{}, renamed: map[string]bool{}}
	s.reflector.DefaultOptions = []func(*jsonschema.ReflectContext){
		jsonschema.RootRef, jsonschema.ProcessWithoutTags, jsonschema.DefinitionsPrefix(schemas),
		jsonschema.CollectDefinitions(func(name string, schema jsonschema.Schema) { s.found[name] = schema }),
		jsonschema.InterceptDefName(s.name),
		jsonschema.InterceptSchema(s.mendSchema),
		jsonschema.InterceptProp(s.mendField),
	}
	return s
}

// add is the reference to the shape of a value.
func (s *shapes) add(v any) (jsonschema.Schema, error) { return s.reflector.Reflect(v) }

// name is the name that clients know the shape of a type by: the type's own but
// for those of the table. Two types of one name are told apart by the package of
// the one that comes second.
func (s *shapes) name(t reflect.Type, _ string) string {
	name := strings.TrimSuffix(strings.TrimSuffix(t.Name(), "JSON"), "Answer")
	name = strings.ToUpper(name[:1]) + name[1:]
	pkg := room(t)
	if known, ok := names[pkg+"."+t.Name()]; ok {
		name = known
		s.renamed[pkg+"."+t.Name()] = true
	}
	if was, ok := s.types[name]; ok && was != t {
		name = strings.ToUpper(pkg[:1]) + pkg[1:] + name
	}
	s.types[name] = t
	return name
}

// room is the name of a type's package; the families of reports are one room.
func room(t reflect.Type) string {
	if strings.Contains(t.PkgPath(), "/results/report/") {
		return "report"
	}
	return path.Base(t.PkgPath())
}

func key(t reflect.Type) string { return t.PkgPath() + "." + t.Name() }

// mendSchema describes a type once the library has its shape.
func (s *shapes) mendSchema(p jsonschema.InterceptSchemaParams) (bool, error) {
	t := p.Schema.ReflectType
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if !p.Processed || t == nil {
		return false, nil
	}
	if text := s.comments.text[key(t)]; text != "" && t.Kind() == reflect.Struct {
		p.Schema.WithDescription(text)
	}
	switch t.Kind() {
	case reflect.Struct:
		slices.Sort(p.Schema.Required)
		p.Schema.Required = slices.Compact(p.Schema.Required)
	case reflect.Int64, reflect.Uint64:
		p.Schema.WithFormat("int64")
	case reflect.String:
		for _, w := range s.comments.words[key(t)] {
			p.Schema.Enum = append(p.Schema.Enum, w)
		}
	case reflect.Array:
		p.Schema.WithMinItems(int64(t.Len())).WithMaxItems(int64(t.Len()))
	case reflect.Slice:
		if item := p.Schema.Items; item != nil && nullable(t.Elem()) {
			orNull(item.SchemaOrBool.TypeObject)
		}
	case reflect.Map:
		if p.Schema.AdditionalProperties != nil && nullable(t.Elem()) {
			orNull(p.Schema.AdditionalProperties.TypeObject)
		}
	}
	return false, nil
}

// mendField says of a field whether it is always there, may be null, and what it
// means.
func (s *shapes) mendField(p jsonschema.InterceptPropParams) error {
	if !p.Processed {
		return nil
	}
	tag := p.Field.Tag.Get("json")
	optional := strings.Contains(tag, ",omitempty") || strings.Contains(tag, ",omitzero")
	if !optional {
		p.ParentSchema.Required = append(p.ParentSchema.Required, p.Name)
	}
	if p.Field.Type.Kind() == reflect.Pointer && !optional || p.Field.Tag.Get("nullable") == "true" {
		orNull(p.PropertySchema)
	} else {
		p.PropertySchema.RemoveType(jsonschema.Null)
	}
	owner, text := s.describe(p.ParentSchema.ReflectType, p.Field)
	if text == "" {
		s.bare = append(s.bare, fmt.Sprintf("%s.%s", owner, p.Field.Name))
		return nil
	}
	if rest, ok := strings.CutPrefix(text, p.Field.Name+" "); ok { // a sentence, which begins with the name
		text = p.Name + " " + rest
	}
	p.PropertySchema.WithDescription(text)
	return nil
}

// nullable reports whether elements of type t may be null: pointers to a number or
// a text are for what is absent, those to a struct only save copies.
func nullable(t reflect.Type) bool {
	return t.Kind() == reflect.Pointer && t.Elem().Kind() != reflect.Struct
}

// orNull lets a shape be null as well.
func orNull(schema *jsonschema.Schema) {
	if schema.Ref == nil {
		schema.AddType(jsonschema.Null)
		return
	}
	ref := *schema.Ref
	schema.Ref = nil
	schema.AnyOf = []jsonschema.SchemaOrBool{(&jsonschema.Schema{Ref: &ref}).ToSchemaOrBool(), jsonschema.Null.ToSchemaOrBool()}
}

// describe finds the comment of a field in the struct that declares it, which
// may be embedded in t.
func (s *shapes) describe(t reflect.Type, f reflect.StructField) (owner, text string) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	owner = key(t)
	if own, ok := t.FieldByName(f.Name); ok {
		for _, i := range own.Index[:len(own.Index)-1] {
			for t = t.Field(i).Type; t.Kind() == reflect.Pointer; t = t.Elem() {
			}
			owner = key(t)
		}
	}
	return strings.TrimPrefix(owner, module+"/"), s.comments.text[owner+"."+f.Name]
}
