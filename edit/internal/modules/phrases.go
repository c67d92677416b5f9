package modules

import (
	"slices"
	"strings"
	"unicode"

	"iacedit/refs"
)

// acronyms are words that are written in capitals in descriptions.
var acronyms = strings.Fields("acl acls ami api arn arns aws cidr cidrs cpu db dns ebs ec2 ecr ecs efs eip eips eks fqdn http https iam id ids ip ips json kms lan mq " +
	"nat ram rds s3 sns sqs ssh ssl ssm tls ttl uri url urls vm vms vpc vpcs wan yaml")

// headWords are words that name attributes of objects. If the name of a variable or output ends
// with such a word, the whole name means that attribute of an object: db_port is the port of the
// db.
var headWords = strings.Fields("arn arns cidr class domain email engine expression host hostname id ids image json key labels location memory mode name names namespace password path " +
	"port prefix protocol region retention role size state status subnets tags timeout type url user username version zone zones")

// A style describes how most descriptions of variables and outputs in a folder are written: whether
// they end in a period, and whether acronyms are in capitals.
type style struct{ period, capitals bool }

// noteStyle counts a description if it ends in a period, and counts its acronyms in lower case and
// in upper case.
func (d *documentation) noteStyle(text string) {
	if strings.HasSuffix(text, ".") {
		d.periods++
	}
	for _, word := range strings.FieldsFunc(text, notInAddress) {
		if low := strings.ToLower(word); slices.Contains(acronyms, low) && low != "aws" {
			if low == word {
				d.acronyms[0]++
			} else {
				d.acronyms[1]++
			}
		}
	}
}

// notInAddress reports whether a character cannot be part of an address.
func notInAddress(r rune) bool {
	return r != '_' && r != '-' && r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// style returns the style that most descriptions have.
func (d *documentation) style() style {
	return style{2*d.periods >= d.described, d.acronyms[0] <= d.acronyms[1]}
}

// sentence turns words that are separated by spaces or "_" into a description in the style.
func (s style) sentence(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '_' })
	for i, word := range words {
		bare := strings.TrimSuffix(word, ",")
		if s.capitals && slices.Contains(acronyms, bare) {
			up := strings.ToUpper(bare)
			if one, found := strings.CutSuffix(bare, "s"); found && slices.Contains(acronyms, one) {
				up = strings.ToUpper(one) + "s"
			}
			words[i] = up + word[len(bare):]
		}
	}
	text = strings.Join(words, " ")
	if s.period {
		text += "."
	}
	return text
}

// phrase describes a passed expression, as in "The id of the web instance". If p passes a value of
// one instance that has a string as its key, phrase appends this key to p.subject. It returns "" if
// it has no words for the expression.
func (t *describer) phrase(p *passedValue) string {
	attribute, path := p.eachAttribute, p.path
	repeated, counted := t.repeated[p.object], t.counted[p.object]
	if p.keyed && p.subject != "" {
		if repeated = false; !isNumber(path[0]) {
			p.subject += " " + path[0]
		}
		path = path[1:]
	}
	if attribute == "" {
		attribute = clean(strings.Join(slices.DeleteFunc(slices.Clone(path), isNumber), "_"))
	}
	attribute, _ = cutWords(attribute, p.subject) // "The ID of the VPC" for its vpc_id
	switch {
	case p.object.Kind == refs.Other:
		return "The directory with the files" // path.module
	case p.subject == "", attribute == "" && p.object.Type == "":
		return ""
	case attribute == "" && repeated && counted:
		return "The " + plural(p.subject)
	case attribute == "" && repeated:
		return "The " + plural(p.subject) + ", by key"
	case attribute == "":
		return "The " + p.subject + " with all attributes"
	case p.eachAttribute != "" && counted:
		return "The " + attribute + " of each " + p.subject
	case p.eachAttribute != "":
		return "The " + attribute + " of each " + p.subject + ", by key"
	case p.optional:
		return "The " + attribute + " of the " + p.subject + ", if there is one"
	}
	return "The " + attribute + " of the " + p.subject
}

// describeByName describes a value by the words of its name: "The port of the db" for db_port. It
// returns "" if the description would only repeat the name.
func (p *passedValue) describeByName() string {
	if p.typ == "bool" {
		for _, verb := range [...]string{"create", "enable"} {
			if rest, found := cutWords(p.name, verb); found {
				return "Whether to " + verb + " the " + rest
			}
		}
		if rest, found := strings.CutSuffix(p.name, "_enabled"); found {
			return "Whether to enable the " + rest
		}
		return ""
	}
	name := p.name
	if p.object.Kind == refs.Local && p.name == "local_"+p.object.Name {
		name = p.object.Name
	}
	head := lastWord(name)
	subject, found := strings.CutSuffix(name, "_"+head)
	switch {
	case !found && slices.Contains([]string{"tags", "labels", "region", "location"}, name):
		return "The " + name + " of the resources"
	case !found:
		return ""
	case head == "count":
		return "The number of " + plural(subject)
	case slices.Contains(headWords, head):
		return "The " + head + " of the " + subject
	}
	return ""
}
