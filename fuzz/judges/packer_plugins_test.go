package judges

import (
	"context"
	"fmt"

	"github.com/hashicorp/hcl/v2/hcldec"
	sdk "github.com/hashicorp/packer-plugin-sdk/packer"
	"github.com/hashicorp/packer/packer"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// A recorder lists what Packer passes to plugins, with the names that sources had before the renames.
type recorder struct {
	was  names
	seen []string
}

func (r *recorder) add(what string, values ...any) {
	for _, v := range values {
		switch v := v.(type) {
		case map[string]string: // of the build
			typ := v["packer_builder_type"]
			what += fmt.Sprintf(" %s %s.%s", v["packer_on_error"], typ, r.was.of("source."+typ, v["packer_build_name"]))
		case cty.Value:
			text, err := ctyjson.Marshal(v, v.Type())
			what += fmt.Sprintf(" %s %v", text, err)
		default:
			what += fmt.Sprintf(" %v", v)
		}
	}
	r.seen = append(r.seen, what)
}

func (r *recorder) plugins() *packer.PluginConfig {
	builders := packer.MapOfBuilder{}
	for _, typ := range packerTypes {
		builders[typ] = func() (sdk.Builder, error) { return builder{r}, nil }
	}
	return &packer.PluginConfig{
		Builders:       builders,
		Provisioners:   packer.MapOfProvisioner{"shell": func() (sdk.Provisioner, error) { return provisioner{r}, nil }},
		PostProcessors: packer.MapOfPostProcessor{"file": func() (sdk.PostProcessor, error) { return postProcessor{r}, nil }},
		DataSources:    packer.MapOfDatasource{"mock": func() (sdk.Datasource, error) { return &datasource{}, nil }},
	}
}

var packerSpec = hcldec.ObjectSpec{
	"text": &hcldec.AttrSpec{Name: "text", Type: cty.String},
	"more": &hcldec.AttrSpec{Name: "more", Type: cty.String}, // in a block "source" of a build
	"step": &hcldec.BlockListSpec{TypeName: "step", Nested: hcldec.ObjectSpec{"text": &hcldec.AttrSpec{Name: "text", Type: cty.String}}},
}

type builder struct{ *recorder }

func (builder) ConfigSpec() hcldec.ObjectSpec { return packerSpec }

func (b builder) Prepare(args ...any) ([]string, []string, error) {
	b.add("builder", args...)
	return nil, nil, nil
}

func (builder) Run(context.Context, sdk.Ui, sdk.Hook) (sdk.Artifact, error) { return nil, nil }

type provisioner struct{ *recorder }

func (provisioner) ConfigSpec() hcldec.ObjectSpec { return packerSpec }

func (p provisioner) Prepare(args ...any) error {
	p.add("provisioner", args...)
	return nil
}

func (provisioner) Provision(context.Context, sdk.Ui, sdk.Communicator, map[string]any) error {
	return nil
}

type postProcessor struct{ *recorder }

func (postProcessor) ConfigSpec() hcldec.ObjectSpec { return packerSpec }

func (p postProcessor) Configure(args ...any) error {
	p.add("post-processor", args...)
	return nil
}

func (postProcessor) PostProcess(context.Context, sdk.Ui, sdk.Artifact) (sdk.Artifact, bool, bool, error) {
	return nil, false, false, nil
}

type datasource struct{ value cty.Value }

func (*datasource) ConfigSpec() hcldec.ObjectSpec {
	return hcldec.ObjectSpec{"text": packerSpec["text"]}
}

func (d *datasource) OutputSpec() hcldec.ObjectSpec { return d.ConfigSpec() }

func (d *datasource) Configure(args ...any) error {
	for _, arg := range args {
		if v, ok := arg.(cty.Value); ok {
			d.value = v
		}
	}
	return nil
}

func (d *datasource) Execute() (cty.Value, error) { return d.value, nil }
