package jobs

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
)

// Programs maps the file names of jobs to programs that do the jobs with hclwrite.
var Programs = map[string]func(code []byte) ([]byte, error){
	"version":         editParsed(setVersion),
	"version-tabs":    editParsed(setVersion),
	"attribute-crlf":  editParsed(setDestroy),
	"tag-in-merge":    editParsed(setTags),
	"list-append":     editParsed(setNetworks),
	"provider-alias":  editParsed(setRegion),
	"one-line-block":  editParsed(setEncrypted),
	"remove-resource": editParsed(removeResource),
	"format":          func(code []byte) ([]byte, error) { return hclwrite.Format(code), nil },
}

// editParsed returns a function that parses code, calls change with the parsed file, and returns
// the changed code.
func editParsed(change func(*hclwrite.File)) func([]byte) ([]byte, error) {
	return func(code []byte) ([]byte, error) {
		file, diags := hclwrite.ParseConfig(code, "main.tf", hcl.InitialPos)
		if diags.HasErrors() {
			return nil, diags
		}
		change(file)
		return file.Bytes(), nil
	}
}

func setVersion(file *hclwrite.File) {
	vpc := file.Body().FirstMatchingBlock("module", []string{"vpc"})
	vpc.Body().SetAttributeValue("version", cty.StringVal("5.8.1"))
}

// setTags replaces the whole value of "tags", because hclwrite cannot set a key inside a call.
func setTags(file *hclwrite.File) {
	logs := file.Body().FirstMatchingBlock("resource", []string{"aws_s3_bucket", "logs"})
	logs.Body().SetAttributeRaw("tags", tokensOf(`merge(local.tags, {
    Name  = "logs"
    Owner = "ops" # who?
  })`))
}

func setNetworks(file *hclwrite.File) {
	web := file.Body().FirstMatchingBlock("resource", []string{"aws_security_group", "web"})
	rule := web.Body().FirstMatchingBlock("ingress", nil)
	rule.Body().SetAttributeRaw("cidr_blocks", tokensOf(`[
      "10.1.0.0/16", # office
      "10.2.0.0/16", # branch
      "10.3.0.0/16",
    ]`))
}

// tokensOf returns the tokens of an expression, for SetAttributeRaw of hclwrite.
func tokensOf(expression string) hclwrite.Tokens {
	file, diags := hclwrite.ParseConfig([]byte("x = "+expression+"\n"), "", hcl.InitialPos)
	if diags.HasErrors() {
		panic(diags)
	}
	return file.Body().GetAttribute("x").Expr().BuildTokens(nil)
}

func setRegion(file *hclwrite.File) {
	for _, block := range file.Body().Blocks() {
		if block.Type() != "provider" || block.Labels()[0] != "aws" {
			continue
		}
		alias := block.Body().GetAttribute("alias")
		if alias != nil && string(alias.Expr().BuildTokens(nil).Bytes()) == ` "us"` {
			block.Body().SetAttributeValue("region", cty.StringVal("us-east-2"))
		}
	}
}

func setEncrypted(file *hclwrite.File) {
	web := file.Body().FirstMatchingBlock("resource", []string{"aws_instance", "web"})
	disk := web.Body().FirstMatchingBlock("root_block_device", nil)
	disk.Body().SetAttributeValue("encrypted", cty.True)
}

func removeResource(file *hclwrite.File) {
	file.Body().RemoveBlock(file.Body().FirstMatchingBlock("resource", []string{"random_id", "old"}))
}

func setDestroy(file *hclwrite.File) {
	logs := file.Body().FirstMatchingBlock("resource", []string{"aws_s3_bucket", "logs"})
	logs.Body().SetAttributeValue("force_destroy", cty.True)
}
