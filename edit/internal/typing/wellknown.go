package typing

import (
	"slices"
	"strings"
)

// WellKnown returns the type that all attributes with the given name have, such as string for arn.
// It returns "" if attributes with this name have different types, or if their type is not known.
func WellKnown(attribute string) string {
	if slices.Contains(stringAttributes, attribute) || strings.HasSuffix(attribute, "_arn") {
		return "string"
	}
	return ""
}

var stringAttributes = []string{
	"id", "arn", "name", "account_id", "availability_zone", "bucket", "cidr_block", "description", "dns_name", "domain_name", "email", "fqdn", "hex", "hosted_zone_id", "json",
	"function_name", "key_id", "key_name", "kms_key_id", "location", "partition", "private_dns", "private_ip", "project_id", "public_dns", "public_ip", "region",
	"rendered", "resource_group_name", "secret_id", "self_link", "subnet_id", "unique_id", "url", "user_name", "vpc_id", "zone", "zone_id",
}

// ResultOf returns the type of a function's result, such as string for "join". It returns "" if the
// type is unknown or depends on the arguments.
func ResultOf(function string) string { return resultTypes[function] }

// resultTypes maps the name of a function to the type of its result.
var resultTypes = byFunction(map[string]string{
	"string": "abspath base64encode base64decode base64gzip base64sha256 base64sha512 basename bcrypt chomp cidrhost cidrnetmask cidrsubnet dirname file filebase64 " +
		"filebase64sha256 filebase64sha512 filemd5 filesha1 filesha256 filesha512 format formatdate indent join jsonencode lower md5 pathexpand " +
		"plantimestamp replace sha1 sha256 sha512 strrev substr templatefile timeadd timestamp title tostring trim trimprefix trimspace " +
		"trimsuffix upper urlencode uuid uuidv5 yamlencode",
	"number":       "abs ceil floor index length log max min parseint pow signum strlen sum timecmp tonumber",
	"bool":         "alltrue anytrue can contains endswith fileexists issensitive startswith tobool",
	"list(string)": "cidrsubnets formatlist sort split",
})

// byFunction turns a map from types to lists of functions into a map from functions to types.
func byFunction(functions map[string]string) map[string]string {
	types := map[string]string{}
	for typ, names := range functions {
		for _, name := range strings.Fields(names) {
			types[name] = typ
		}
	}
	return types
}
