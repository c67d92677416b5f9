package agents

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/txtar"
)

//go:embed testdata
var testdata embed.FS

// A task is something that a person asks an agent to do.
type task struct {
	name    string
	title   string
	calls   []string // the calls of iacedit mcp, each a tool and its arguments
	search  string   // the regular expression with which the agent with text tools begins
	want    string   // the wanted diff; "" for a question
	answers []string // texts that the answer to a question contains
}

// readTasks reads the tasks of testdata/tasks.txtar.
func readTasks() (tasks []task, err error) {
	text, err := testdata.ReadFile("testdata/tasks.txtar")
	if err != nil {
		return nil, err
	}
	for _, f := range txtar.Parse(text).Files {
		t := task{name: f.Name}
		for line := range strings.Lines(string(f.Data)) {
			line = strings.TrimSpace(line)
			word, rest, _ := strings.Cut(line, " ")
			switch word {
			case "":
			case "task":
				t.title = rest
			case "search":
				t.search = rest
			case "answer":
				t.answers = append(t.answers, rest)
			default:
				t.calls = append(t.calls, line)
			}
		}
		if t.title == "" || t.search == "" || len(t.calls) == 0 {
			return nil, fmt.Errorf("the task %s has no title, search or calls", t.name)
		}
		if want, err := testdata.ReadFile("testdata/want/" + t.name + ".diff"); err == nil {
			t.want = string(want)
		}
		tasks = append(tasks, t)
	}
	return tasks, nil
}

// services are the names of the generated services.
var services = strings.Fields(`accounts alerts audit billing carts catalog checkout contacts coupons delivery
	exports feeds files gateway geo imports invoices ledger mailer media
	metrics orders payments pricing profiles refunds reports reviews search tax`)

// repository returns the files of the repository on which the tasks work. The keys of the map are
// the paths of the files.
func repository() (map[string]string, error) {
	text, err := testdata.ReadFile("testdata/repository.txtar")
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, f := range txtar.Parse(text).Files {
		files[f.Name] = string(f.Data)
	}
	for i, name := range services {
		files["services/"+name+"/main.tf"] = strings.NewReplacer("NAME", name, "PORT", fmt.Sprint(8100+i)).Replace(service)
	}
	return files, nil
}

// service is the code of each service's module. NAME and PORT in it are replaced.
const service = `terraform {
  required_version = ">= 1.5"

  backend "s3" {
    bucket = "acme-state"
    key    = "services/NAME.tfstate"
    region = "eu-central-1"
  }

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.40"
    }
  }
}

variable "image" {
  type = string
}

variable "limits" {
  type    = map(number)
  default = {}
}

data "aws_ecs_cluster" "main" {
  cluster_name = "acme-prod"
}

module "service" {
  source = "../../modules/service"

  name          = "NAME"
  image         = var.image
  port          = PORT
  desired_count = lookup(var.limits, "count")
  cluster_arn   = data.aws_ecs_cluster.main.arn
  subnet_ids    = ["subnet-0a1b2c", "subnet-3d4e5f"]
  vpc_id        = "vpc-0123456789"
}

resource "aws_sqs_queue" "jobs" {
  name                       = "NAME-jobs"
  visibility_timeout_seconds = lookup(var.limits, "timeout")

  tags = {
    Service = "NAME"
  }
}
`

// writeFiles writes files below a directory.
func writeFiles(dir string, files map[string]string) error {
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// readFiles returns the files below a directory, by their relative paths.
func readFiles(dir string) (map[string]string, error) {
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = string(text)
		return err
	})
	return files, err
}
