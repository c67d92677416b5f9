package fuzz

import "strings"

// aList is a JSON array of what a format says of the numbers below n.
func aList(n int, format string) string { return "[" + number(n, ",", format) + "]" }

// mainFile is the member "files" with one file.
func mainFile(text string) string { return `"files":{"main.tf":` + inJSON(text) + `}` }

func nativeCode(text string) string { return `"code":` + inJSON(text) }

// largestWork are honest requests of all operations, of about the largest size that people
// send: 512 KB of code, or some hundreds of edits that concern the whole module.
func largestWork() (all []largeRequest) {
	for _, some := range [...][]largeRequest{largestModules(), largestEdits(), largestRefactorings(), largestSearches(), largestConversions()} {
		all = append(all, some...)
	}
	return all
}

// largestModules take blocks out into modules.
func largestModules() []largeRequest {
	variables := "variable \"size\" {}\nvariable \"environment\" {}\n"
	small := number(500, "\n", "resource \"a\" \"b#\" {\n  x = var.v#\n  y = a.c#.id\n}\n")
	linked := number(500, "\n", "resource \"aws_eip\" \"ip#\" {\n  instance = aws_instance.web#.id\n}\n\noutput \"ip#\" {\n  value = aws_eip.ip#.public_ip\n}\n")
	values := "locals {\n" + number(1000, "", "  l# = \"value #\"\n") + "}\n\n" + number(300, "\n", "output \"o#\" {\n  value = local.l#\n}\n")
	ten := withNumbers(20, func(i int) string {
		return `{"blocks":` + aList(10, `"aws_instance.web`+itoa(i+1)+`#"`) + `,"to":"modules/m` + itoa(i) + `"}`
	}, ",")
	waiting := number(300, "\n", "resource \"a\" \"b#\" {\n  depends_on = [a.c#, a.d]\n}\n\nresource \"a\" \"c#\" {}\n") + "resource \"a\" \"d\" {}\n"
	aliases := number(50, "\n", "provider \"aws\" {\n  alias = \"r#\"\n}\n\nresource \"aws_vpc\" \"v#\" {\n  provider = aws.r#\n}\n")
	return []largeRequest{
		{"extract 500 named blocks", mainFile(ordinaryBlocks(500)+variables) + `,"edits":{"extract":[{"blocks":` + aList(500, `"aws_instance.web#"`) + `,"to":"modules/web"}]}`},
		{"extract 1,500 blocks by a pattern", mainFile(ordinaryBlocks(1500)+variables) + `,"edits":{"extract":[{"blocks":["aws_instance.*"],"to":"modules/web","tidy":true}]}`},
		{"extract 500 small blocks", mainFile(small) + `,"edits":{"extract":[{"blocks":` + aList(500, `"a.b#"`) + `,"to":"modules/web"}]}`},
		{"extract 500 small blocks, tidy", mainFile(small) + `,"edits":{"extract":[{"blocks":` + aList(500, `"a.b#"`) + `,"to":"modules/web","tidy":true}]}`},
		{"extract 500 blocks that others refer to", mainFile(linked) + `,"edits":{"extract":[{"blocks":` + aList(500, `"aws_eip.ip#"`) + `,"to":"modules/ip"}]}`},
		{"extract 300 blocks of 300 files", `"files":` + ordinaryFiles(300, ordinaryBlocks(1)+"resource \"a\" \"b#\" {\n  x = var.v#\n}\n\nvariable \"v#\" {}\n") + `,"edits":{"extract":[{"blocks":` + aList(300, `"a.b#"`) + `,"to":"modules/b"}]}`},
		{"extract 300 locals", mainFile(values) + `,"edits":{"extract":[{"blocks":` + aList(300, `"local.l#"`) + `,"to":"modules/l"}]}`},
		{"extract 20 modules of 10 blocks each", mainFile(ordinaryBlocks(210)+variables) + `,"edits":{"extract":[` + ten + `]}`},
		{"extract 300 blocks that wait for others", mainFile(waiting) + `,"edits":{"extract":[{"blocks":["a.b*"],"to":"modules/b"}]}`},
		{"extract 50 blocks of 50 providers", mainFile(aliases) + `,"edits":{"extract":[{"blocks":["aws_vpc.*"],"to":"modules/vpc"}]}`},
	}
}

// largestEdits change many blocks and files.
func largestEdits() []largeRequest {
	folders := "{" + withNumbers(200, func(i int) string {
		return `"modules/m` + itoa(i) + `/main.tf":` + inJSON(ordinaryBlocks(4)+"variable \"size\" {}\n")
	}, ",") + "}"
	return []largeRequest{
		{"set an attribute in each of 200 named files", `"files":` + ordinaryFiles(200, ordinaryBlocks(5)) + `,"edits":{"set":{"resource":{"aws_instance":{"web0":` + aList(200, `{"file":"f#.tf","attributes":{"monitoring":true}}`) + `}}}}`},
		{"set an attribute in each of 200 folders", `"files":` + folders + `,"edits":{"set":{"variable":{"size":` + aList(200, `{"folder":"modules/m#","attributes":{"type":"string"}}`) + `}}}`},
		{"tag all resources of 200 folders", `"files":` + folders + `,"edits":{"set":{"resource":{"*":{"*":[{"folder":"**","attributes":{"tags.Owner":"me"}}]}}}},"return":["changes","diff"],"report":true`},
		{"move 1,000 blocks to another file", `"files":{"main.tf":` + inJSON(ordinaryBlocks(1000)) + `,"web.tf":""},"edits":{"move":{"resource":{"aws_instance":{` + number(1000, ",", `"web#":[{"file":"web.tf"}]`) + `}}}}`},
		{"move 1,000 variables to the end", nativeCode(ordinaryVariables(1000)) + `,"edits":{"move":{"variable":{` + number(1000, ",", `"v#":[{"place":"last"}]`) + `}}}`},
		{"move 500 blocks, each behind another", nativeCode(ordinaryVariables(501)) + `,"edits":{"move":{"variable":{` + number(250, ",", `"v#":[{"place":{"after":{"variable":{"v500":{}}}}}]`) + `}}}`},
		{"512 KB, a comment on each block", nativeCode(ordinaryBlocks(1500)) + `,"edits":{"set":{"resource":{"aws_instance":{"*":[{"comment":"Look here.","all":true}]}}}},"report":true`},
		{"4,000 variables added", nativeCode("") + `,"edits":{"add":{"variable":{` + number(4000, ",", `"v#":[{"attributes":{"type":"string","description":"The number #."}}]`) + `}}}`},
		{"2,000 attributes of one block", nativeCode("locals {\n"+number(2000, "", "  a# = #\n")+"}\n") + `,"edits":{"set":{"locals":[{"attributes":{` + number(2000, ",", `"a#":"b#"`) + `}}]}}`},
		{"2,000 attributes deleted", nativeCode("locals {\n"+number(4000, "", "  a# = #\n")+"}\n") + `,"edits":{"update":{"locals":[{"delete":{"attributes":` + aList(2000, `"a#"`) + `}}]}}`},
	}
}

// largestRefactorings rename, sort, rewrite, extract values and inline.
func largestRefactorings() []largeRequest {
	sorted := "locals {\n  names = [\n" + withNumbersDown(8000, func(i int) string { return "    \"name-" + itoa(i) + "\",\n" }, "") + "  ]\n}\n"
	return []largeRequest{
		{"rename 500 resources", mainFile(ordinaryBlocks(500)+number(500, "", "output \"o#\" {\n  value = aws_instance.web#.id\n}\n")) + `,"edits":{"rename":{"resource":{"aws_instance":{` + number(500, ",", `"web#":[{"to":"app#"}]`) + `}}}},"report":true`},
		{"rename 500 variables", mainFile(ordinaryVariables(500)+number(500, "", "output \"o#\" {\n  value = var.v#\n}\n")) + `,"edits":{"rename":{"variable":{` + number(500, ",", `"v#":[{"to":"w#"}]`) + `}}}`},
		{"rename 500 locals", mainFile("locals {\n"+number(500, "", "  l# = #\n")+"}\n"+number(500, "", "output \"o#\" {\n  value = local.l#\n}\n")) + `,"edits":{"rename":{"locals":[{"attributes":{` + number(500, ",", `"l#":"k#"`) + `}}]}}`},
		{"rename 200 variables of 200 files", `"files":` + ordinaryFiles(200, ordinaryBlocks(5)+"variable \"v#\" {}\noutput \"o#\" {\n  value = var.v#\n}\n") + `,"edits":{"rename":{"variable":{` + number(200, ",", `"v#":[{"to":"w#"}]`) + `}}}`},
		{"rename 200 variables of 200 modules", `"files":{"main.tf":` + inJSON(number(200, "\n", "module \"m#\" {\n  source = \"./m#\"\n  size   = #\n}\n")) + "," + number(200, ",", `"m#/main.tf":"variable \"size\" {}\n\noutput \"o\" {\n  value = var.size\n}\n"`) + `},"edits":{"rename":{"variable":{"size":` + aList(200, `{"folder":"m#","to":"width"}`) + `}}}`},
		{"rename 500 resources in JSON", `"files":{"main.tf.json":` + inJSON(`{"resource":{"aws_instance":{`+number(500, ",", `"web#":{"ami":"ami-#","tags":{"Name":"${aws_instance.web0.id}"}}`)+`}}}`) + `},"edits":{"rename":{"resource":{"aws_instance":{` + number(500, ",", `"web#":[{"to":"app#"}]`) + `}}}}`},
		{"new keys for 300 instances", mainFile("resource \"a\" \"w\" {\n  count = 300\n}\n"+number(300, "", "output \"o#\" {\n  value = a.w[#].id\n}\n")+"output \"all\" {\n  value = a.w[*].id\n}\n") + `,"edits":{"rename":{"resource":{"a":{"w":[{"keys":{` + number(300, ",", `"#":"\"k#\""`) + `}}]}}}}`},
		{"new keys for 200 resources", mainFile(number(200, "", "resource \"a\" \"w#\" {\n  count = 2\n}\noutput \"o#\" {\n  value = a.w#[*].id\n}\n")) + `,"edits":{"rename":{"resource":{"a":{` + number(200, ",", `"w#":[{"keys":{"0":"\"a\"","1":"\"b\""}}]`) + `}}}}`},
		{"for_each in place of count in 200 resources", mainFile(number(200, "", "resource \"a\" \"w#\" {\n  count = 2\n  x     = count.index\n}\noutput \"o#\" {\n  value = a.w#[*].id\n}\n")) + `,"edits":{"update":{"resource":{"a":{` + number(200, ",", `"w#":[{"set":{"attributes":{"for_each":"${toset([\"a\",\"b\"])}"}},"delete":{"attributes":["count"]}}]`) + `}}},"rename":{"resource":{"a":{` + number(200, ",", `"w#":[{"keys":{"0":"\"a\"","1":"\"b\""}}]`) + `}}}},"report":true`},
		{"sort 4,000 variables", nativeCode(withNumbersDown(4000, func(i int) string { return "variable \"v" + itoa(i) + "\" {\n  type = string\n}\n" }, "\n")) + `,"edits":{"sort":{"variable":{"*":[{}]}}}`},
		{"sort 1,500 resources", nativeCode(withNumbersDown(1500, func(i int) string { return strings.ReplaceAll(ordinaryBlocks(1), "web0", "web"+itoa(i)) }, "\n")) + `,"edits":{"sort":{"resource":{"*":{"*":[{}]}}}}`},
		{"sort 8,000 elements", nativeCode(sorted) + `,"edits":{"sort":{"locals":[{"attributes":["names"]}]}}`},
		{"sort the tags of 1,500 resources", nativeCode(ordinaryBlocks(1500)) + `,"edits":{"sort":{"resource":{"*":{"*":[{"all":true,"attributes":["tags"]}]}}}}`},
		{"rewrite by 50 rules", nativeCode(ordinaryBlocks(1500)) + `,"edits":{"rewrite":` + aList(50, `{"match":"aws_subnet.main[#].id","to":"var.subnets[#]"}`) + `}`},
		{"rewrite by 200 rules, of which most find nothing", nativeCode(ordinaryBlocks(1500)) + `,"edits":{"rewrite":` + aList(200, `{"match":"var.other#","to":"var.another#"}`) + `}`},
		{"rewrite text by 20 patterns", nativeCode(ordinaryBlocks(1500)) + `,"edits":{"rewrite":` + aList(20, `{"pattern":"web-#([0-9])","by":"app-#$1"}`) + `}`},
		{"rewrite what stands everywhere", nativeCode(ordinaryBlocks(1500)) + `,"edits":{"rewrite":[{"match":"var.environment","to":"local.env"},{"text":"web","by":"${var.name}"}]},"return":["changes","diff"],"report":true`},
		{"rewrite 200 calls to what each says twice", nativeCode(number(4000, "", "output \"o#\" {\n  value = lookup(var.m, \"k#\", null)\n}\n")) + `,"edits":{"rewrite":[{"match":"lookup($m, $k, null)","to":"contains(keys($m), $k) ? $m[$k] : null"}]}`},
		{"extract 50 values to locals", mainFile(ordinaryBlocks(1000)) + `,"edits":{"extract":` + aList(50, `{"value":"aws_instance.web#.tags.Name","to":"local.name#"}`) + `}`},
		{"extract 100 values of 100 files", `"files":` + ordinaryFiles(100, "resource \"a\" \"b#\" {\n  x = \"y#\"\n}\n") + `,"edits":{"extract":` + aList(100, `{"value":"a.b#.x","to":"var.y#"}`) + `}`},
		{"extract 20 values everywhere", mainFile(ordinaryBlocks(1000)) + `,"edits":{"extract":` + aList(20, `{"value":"aws_instance.web#.tags.Name","to":"local.name#","everywhere":true}`) + `}`},
		{"inline 50 locals", mainFile("locals {\n"+number(200, "", "  l# = \"value #\"\n")+"}\n\n"+number(200, "\n", "output \"o#\" {\n  value = local.l#\n}\n")+ordinaryBlocks(500)) + `,"edits":{"inline":` + aList(50, `"local.l#"`) + `}`},
		{"inline a local that 4,000 places refer to", mainFile("locals {\n  name = \"x\"\n}\n"+number(4000, "", "output \"o#\" {\n  value = \"${local.name}-#\"\n}\n")) + `,"edits":{"inline":["local.name"]}`},
	}
}

// largestSearches look for many things in much code.
func largestSearches() []largeRequest {
	return []largeRequest{
		{"read 1,500 resources with comments and ranges", nativeCode(ordinaryBlocks(1500)) + `,"include":["comments","ranges"]`},
		{"find what stands everywhere", nativeCode(ordinaryBlocks(1500)) + `,"find":[{"match":"var.environment"},{"text":"web"}]`},
		{"find 500 references", nativeCode(ordinaryBlocks(1500)) + `,"find":` + aList(500, `{"reference":"aws_subnet.other#"}`)},
		{"find 100 references that are there", nativeCode(number(3000, "", "output \"o#\" {\n  value = var.v#\n}\n")) + `,"find":` + aList(100, `{"reference":"var.v#"}`)},
		{"find 100 shapes", nativeCode(ordinaryBlocks(1500)) + `,"find":` + aList(100, `{"match":"lookup(var.m#, $key)"},{"match":"aws_subnet.main[#].id"}`)},
		{"find all calls and lists", nativeCode(number(4000, "", "output \"o#\" {\n  value = concat([var.a, #], [local.b])\n}\n")) + `,"find":[{"match":"concat($$lists)"},{"match":"[$x, $$more]"}]`},
		{"find in 400 files", `"files":` + ordinaryFiles(400, ordinaryBlocks(3)) + `,"find":[{"match":"data.aws_ami.base.id"},{"pattern":"web-[0-9]+"},{"reference":"var.size"}]`},
	}
}

// largestConversions are of all that people write in a file.
func largestConversions() []largeRequest {
	return []largeRequest{
		{"convert 1,500 resources to JSON", `"to":"json",` + nativeCode(ordinaryBlocks(1500))},
		{"convert 5,000 variables to JSON", `"to":"json",` + nativeCode(ordinaryVariables(5000))},
		{"convert 400 files to JSON", `"to":"json","files":` + ordinaryFiles(400, ordinaryBlocks(3))},
		{"convert 3,000 resources to native", `"to":"hcl",` + nativeCode(`{"resource":{"aws_instance":{`+number(3000, ",", `"web#":{"ami":"${data.aws_ami.base.id}","count":2,"tags":{"Name":"web-#","Owner":"${var.owner}"},"root_block_device":{"volume_size":20}}`)+`}}}`)},
		{"convert a policy of 3,000 statements to native", `"to":"hcl",` + nativeCode(`{"locals":{"policy":[`+number(3000, ",", `{"Sid":"S#","Effect":"Allow","Action":["s3:GetObject"],"Resource":"arn:aws:s3:::bucket-#/*"}`)+`]}}`)},
		{"convert a policy of 2,000 statements to JSON", `"to":"json",` + nativeCode(ordinaryPolicy(2000))},
	}
}
