package typing

import (
	"slices"
	"strings"
)

// WellKnown returns the type that attributes with a given name have in all resources. It returns ""
// if the type is unknown or differs.
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

// ResultOf returns the type of the results of a function, or "" if it is not known or not always
// the same.
func ResultOf(function string) string { return resultTypes[function] }

// resultTypes are the result types of functions.
var resultTypes = byFunction(map[string]string{
	"string": "abspath base64encode base64decode base64gzip base64sha256 base64sha512 basename bcrypt chomp cidrhost cidrnetmask cidrsubnet dirname file filebase64 " +
		"filebase64sha256 filebase64sha512 filemd5 filesha1 filesha256 filesha512 format formatdate indent join jsonencode lower md5 pathexpand " +
		"plantimestamp replace sha1 sha256 sha512 strrev substr templatefile timeadd timestamp title tostring trim trimprefix trimspace " +
		"trimsuffix upper urlencode uuid uuidv5 yamlencode",
	"number":       "abs ceil floor index length log max min parseint pow signum strlen sum timecmp tonumber",
	"bool":         "alltrue anytrue can contains endswith fileexists issensitive startswith tobool",
	"list(string)": "cidrsubnets formatlist sort split",
})

// byFunction returns the result type of each function, given the functions of each type.
func byFunction(functions map[string]string) map[string]string {
	types := map[string]string{}
	for typ, names := range functions {
		for _, name := range strings.Fields(names) {
			types[name] = typ
		}
	}
	return types
}
