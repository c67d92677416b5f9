package convert

import (
	"fmt"
	"strings"
	"testing"
)

// cdk returns JSON as CDK for Terraform writes it, of about that many bytes.
func cdk(size int) []byte {
	var b strings.Builder
	b.WriteString("{\n  \"//\": {\n    \"metadata\": {\n      \"backend\": \"local\",\n      \"stackName\": \"big\",\n      \"version\": \"0.20.0\"\n    },\n    \"outputs\": {}\n  },\n  \"resource\": {\n    \"aws_instance\": {\n")
	for i := 0; b.Len() < size; i++ {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, `      "web_%d": {
        "//": {
          "metadata": {
            "path": "big/web_%[1]d",
            "uniqueId": "web_%[1]d"
          }
        },
        "ami": "${data.aws_ami.ubuntu.id}",
        "count": "${var.replicas}",
        "ebs_block_device": [
          {
            "device_name": "/dev/sda%[1]d",
            "volume_size": %[1]d
          }
        ],
        "instance_type": "t3.micro",
        "subnet_id": "${module.vpc.private_subnets[%[1]d]}",
        "tags": {
          "Environment": "production",
          "Name": "web-${count.index}-%[1]d"
        },
        "user_data": "#!/bin/sh\necho hello %[1]d\n",
        "vpc_security_group_ids": [
          "${aws_security_group.web.id}"
        ]
      }`, i)
	}
	b.WriteString("\n    }\n  }\n}\n")
	return []byte(b.String())
}

func BenchmarkToNative(b *testing.B) {
	text := cdk(5 << 20)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	var o Options
	var dst []byte
	for b.Loop() {
		var err error
		if dst, _, err = o.ToNative(dst[:0], text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkToJSON(b *testing.B) {
	var o Options
	code, _, err := o.ToNative(nil, cdk(5<<20))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(code)))
	b.ReportAllocs()
	var dst []byte
	for b.Loop() {
		if dst, _, err = o.ToJSON(dst[:0], code); err != nil {
			b.Fatal(err)
		}
	}
}
