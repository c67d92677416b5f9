package read

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/address"
)

const sample = `# The web server.
resource "aws_instance" "web" {
  ami  = "ami-1"
  tags = { Owner = "me" }

  ingress {
    port = 80
  }
  ingress {
    port = 443
  }
}

resource "aws_instance" "db" {
  ami = var.ami
}

provider "aws" {}
provider "aws" {
  alias  = "east"
  region = "us-east-1"
}
`

func ExampleOpen() {
	f, err := Open([]byte(sample), address.Language{})
	if err != nil {
		panic(err)
	}
	for b := range f.Blocks() {
		fmt.Println(b.Line(), b.Type(), b.Labels())
		if ami, ok := b.Attribute("ami"); ok {
			v, _ := ami.Value()
			fmt.Println("  ami is", v.Go(), "as written", string(ami.Source()))
		}
	}
	// Output:
	// 2 resource [aws_instance web]
	//   ami is ami-1 as written "ami-1"
	// 14 resource [aws_instance db]
	//   ami is ${var.ami} as written var.ami
	// 18 provider [aws]
	// 19 provider [aws]
}

func TestFind(t *testing.T) {
	f, err := Open([]byte(sample), address.Language{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ address, want string }{
		{"resource.aws_instance.web.tags.Owner", `"me"`},
		{"aws_instance.web.tags.Owner", `"me"`},
		{"resource.aws_instance.*.ami", `"ami-1" "${var.ami}"`},
		{"aws_instance.web.ingress[1].port", `443`},
		{"aws_instance.web.ingress[*].port", `80 443`},
		{"aws_instance.web.ingress[port=443]", `{"attributes":{"port":443}}`},
		{"provider.aws[alias=east].region", `"us-east-1"`},
		{"aws_instance.db", `{"attributes":{"ami":"${var.ami}"}}`},
		{"provider.aws[1].*", `"east" "us-east-1"`},
		{`resource.aws_instance.*[ami~="-1$"].ami`, `"ami-1"`},
		{`resource.aws_instance.*[!tags].ami`, `"${var.ami}"`},
		{"resource.aws_instance.*[ami=none].ami", ``},
		{`resource.aws_instance.*[ami~="("].ami`, "error: is not a valid regular expression"},
		{"resource.aws_instance", `{"attributes":{"ami":"ami-1","tags":{"Owner":"me"}},"blockTypes":{"ingress":[{"index":0,"attributes":{"port":80}},{"index":1,"attributes":{"port":443}}]}} {"attributes":{"ami":"${var.ami}"}}`},
		{"aws_instance.web.amy", `error: did you mean "ami"?`},
		{"aws_instance.wib", `error: did you mean "web"?`},
		{"aws_instance.web.tags.Owned", "error: Owned"},
		{"aws_instance.", "error: expected"},
	} {
		matches, err := f.Find(c.address)
		if message, bad := strings.CutPrefix(c.want, "error: "); bad {
			if err == nil || !strings.Contains(err.Error(), message) {
				t.Errorf("%s: got %v, want an error with %s", c.address, err, message)
			}
			continue
		}
		var got []string
		for _, m := range matches {
			text, ok := m.AppendJSON(nil)
			if v, isValue := m.Value(); !ok || isValue != (m.Path.Name != "") || isValue && len(m.Source()) == 0 {
				t.Errorf("%s: %v, %v", c.address, ok, v)
			}
			got = append(got, string(text))
		}
		if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" || err != nil {
			t.Errorf("%s: %v %s", c.address, err, diff)
		}
	}
}
