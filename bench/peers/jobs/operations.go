package jobs

import (
	"iacedit/edit"
	"iacedit/format"
)

// Operations maps the file name of each job to a function that returns the operation of package
// edit that does the job.
var Operations = map[string]func() edit.Operation{
	"version":         newVersion,
	"version-tabs":    newVersion,
	"attribute-crlf":  newDestroy,
	"tag-in-merge":    newOwner,
	"list-append":     newNetwork,
	"provider-alias":  newRegion,
	"one-line-block":  newEncrypted,
	"remove-resource": deleteResource,
	"rename-variable": newName,
}

func newVersion() edit.Operation {
	return edit.Update(edit.Block("module", "vpc"), edit.Attr("version", "5.8.1"))
}

func newOwner() edit.Operation {
	return edit.Update(edit.Block("resource", "aws_s3_bucket", "logs"), edit.Attr("tags.Owner", "ops"))
}

func newNetwork() edit.Operation {
	return edit.Update(edit.Block("resource", "aws_security_group", "web"),
		edit.Update(edit.Block("ingress"), edit.Attr("cidr_blocks[+]", "10.3.0.0/16")))
}

func newRegion() edit.Operation {
	return edit.Update(edit.Block("provider", "aws"), edit.Where("alias", "us"), edit.Attr("region", "us-east-2"))
}

func newEncrypted() edit.Operation {
	return edit.Update(edit.Block("resource", "aws_instance", "web"),
		edit.Update(edit.Block("root_block_device"), edit.Attr("encrypted", true)))
}

func newDestroy() edit.Operation {
	return edit.Update(edit.Block("resource", "aws_s3_bucket", "logs"), edit.Attr("force_destroy", true))
}

func deleteResource() edit.Operation {
	return edit.Delete(edit.Block("resource", "random_id", "old"))
}

func newName() edit.Operation {
	return edit.Rename(edit.Block("variable", "zone"), edit.To("region"))
}

func formatted(code []byte) ([]byte, error) {
	return format.FormatTerraform(nil, code)
}
