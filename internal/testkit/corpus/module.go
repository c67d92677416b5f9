package corpus

import (
	"fmt"
	"strings"
)

// A part writes one block, or a few related blocks, of a module. The number i makes their names
// unique.
type part func(b *strings.Builder, i int)

// parts are the parts that [Module] uses in turn. Together they resemble real modules: half of the
// bytes are resources; the rest contains variables, nested blocks, objects, comments, a heredoc and
// templates.
var parts = []part{
	instancePart, variablePart, localsPart, securityPart, variablePart,
	policyPart, modulePart, instancePart, outputPart, bucketPart,
}

// Module returns a formatted module of exactly size bytes, which are the same for every call with
// that size. The last line is a comment that fills the remaining bytes. The smallest module is only
// this comment.
func Module(size int) []byte { return module(size, 0) }

// module is like Module, but starts with parts[from], not parts[0].
func module(size, from int) []byte {
	var b strings.Builder
	for i := from; ; i++ {
		var next strings.Builder
		parts[i%len(parts)](&next, i)
		if b.Len()+next.Len()+len("#\n") > size {
			break
		}
		b.WriteString(next.String())
	}
	if rest := size - b.Len(); rest >= len("#\n") {
		b.WriteString("#" + strings.Repeat("-", rest-len("#\n")) + "\n")
	}
	return []byte(b.String())
}

// Blocks returns a module of n small resource blocks with distinct addresses, and one edit of
// each block, in code order. It is for tests of many edits in one request. The blocks are small
// so that the edits dominate the work.
func Blocks(n int) ([]byte, []Edit) {
	const block = "resource \"aws_instance\" \"web_%d\" {\n  instance_type = \"t3.micro\"\n  monitoring    = true\n}\n\n"
	var b strings.Builder
	edits := make([]Edit, n)
	for i := range edits {
		start := b.Len()
		fmt.Fprintf(&b, block, i)
		at := start + strings.Index(b.String()[start:], "t3.micro")
		edits[i] = Edit{
			Block: "resource", Labels: []string{"aws_instance", fmt.Sprintf("web_%d", i)},
			Attribute: "instance_type", Old: "t3.micro", New: "m7.large", At: at,
		}
	}
	return []byte(b.String()[:b.Len()-1]), edits
}

func instancePart(b *strings.Builder, i int) {
	fmt.Fprintf(b, `# Web server %[1]d of the %[2]s tier.
resource "aws_instance" "web_%[1]d" {
  count = var.enable_%[1]d ? 1 : 0

  ami                    = data.aws_ami.ubuntu.id
  instance_type          = "t3.micro"
  subnet_id              = element(module.vpc.private_subnets, %[1]d)
  vpc_security_group_ids = [aws_security_group.web.id, "sg-%08[1]x"]
  monitoring             = true # detailed, one minute

  root_block_device {
    volume_size = %[3]d
    volume_type = "gp3"
    encrypted   = true
  }

  tags = merge(local.tags, {
    Name        = "${var.prefix}-web-%[1]d"
    Environment = var.environment
    "app/tier"  = "%[2]s"
  })

  lifecycle {
    ignore_changes = [ami]
  }
}

`, i, pick(i, "front", "api", "worker"), 20+i%7*10)
}

func variablePart(b *strings.Builder, i int) {
	fmt.Fprintf(b, `variable "subnet_%[1]d_cidrs" {
  description = "A list of CIDR blocks of subnet group %[1]d inside the VPC"
  type        = list(string)
  default     = ["10.%[2]d.0.0/20", "10.%[2]d.16.0/20", "10.%[2]d.32.0/20"]
}

variable "enable_%[1]d" {
  description = "Whether group %[1]d is made at all"
  type        = bool
  default     = true
}

variable "node_group_%[1]d" {
  description = "Settings of node group %[1]d"
  type = object({
    min_size     = number
    max_size     = optional(number, %[3]d)
    capacity     = optional(string, "ON_DEMAND")
    label_prefix = string
  })
  default = null
}

`, i, i%250, 3+i%5)
}

func localsPart(b *strings.Builder, i int) {
	fmt.Fprintf(b, `locals {
  # The subnets that have a route out, by name.
  public_%[1]d = { for k, s in var.subnets_%[1]d : k => s.id if s.public && length(s.routes) > 0 }

  name_%[1]d = lower(replace("${var.prefix}-%[2]s-%[1]d", "_", "-"))
  size_%[1]d = (var.max_%[1]d - 1) * 2 >= 10 ? "large" : "small"
  ids_%[1]d  = try(aws_instance.web_%[1]d[*].id, [])
}

`, i, pick(i, "green", "blue"))
}

func securityPart(b *strings.Builder, i int) {
	fmt.Fprintf(b, `################################################################################
# Security group %[1]d
################################################################################

resource "aws_security_group" "group_%[1]d" {
  name        = "group-%[1]d"
  description = "Traffic of group %[1]d"
  vpc_id      = module.vpc.vpc_id

  ingress {
    description = "TLS from the VPC"
    from_port   = 443
    to_port     = 443
    protocol    = "tcp"
    cidr_blocks = [module.vpc.vpc_cidr_block]
  }

  dynamic "egress" {
    for_each = var.egress_rules_%[1]d

    content {
      from_port   = egress.value.port
      to_port     = egress.value.port
      protocol    = lookup(egress.value, "protocol", "tcp")
      cidr_blocks = ["0.0.0.0/0"]
    }
  }
}

`, i)
}

func policyPart(b *strings.Builder, i int) {
	fmt.Fprintf(b, `resource "aws_iam_role_policy" "reader_%[1]d" {
  name = "reader-%[1]d"
  role = aws_iam_role.reader[%[1]d].id

  policy = <<-EOT
    {
      "Version": "2012-10-17",
      "Statement": [
        {
          "Effect": "Allow",
          "Action": ["s3:GetObject", "s3:ListBucket"],
          "Resource": "arn:${local.partition}:s3:::${aws_s3_bucket.log_%[1]d.id}/*"
        }
      ]
    }
  EOT
}

`, i)
}

func modulePart(b *strings.Builder, i int) {
	fmt.Fprintf(b, `module "service_%[1]d" {
  source  = "terraform-aws-modules/ecs/aws//modules/service"
  version = "~> 5.%[2]d"

  name        = local.name_%[1]d
  cluster_arn = module.cluster.arn

  container_definitions = {
    app = {
      image     = "${var.registry}/app:%[2]d.%[1]d"
      cpu       = 256
      memory    = 512
      essential = true
      port_mappings = [
        { containerPort = 8080, protocol = "tcp" },
      ]
    }
  }

  depends_on = [module.vpc]
}

`, i, i%12)
}

func outputPart(b *strings.Builder, i int) {
	fmt.Fprintf(b, `output "web_%[1]d_ids" {
  description = "The instances of group %[1]d, empty where it is not made"
  value       = compact(concat(local.ids_%[1]d, [""]))
  sensitive   = %[2]t
}

`, i, i%3 == 0)
}

func bucketPart(b *strings.Builder, i int) {
	fmt.Fprintf(b, `resource "aws_s3_bucket" "log_%[1]d" {
  bucket        = "${var.prefix}-log-%[1]d"
  force_destroy = var.environment != "production"
}

resource "aws_s3_bucket_versioning" "log_%[1]d" {
  bucket = aws_s3_bucket.log_%[1]d.id

  versioning_configuration {
    status = "Enabled"
  }
}

`, i)
}

// pick returns the i-th name. If there are not enough names, it starts again with the first name.
func pick(i int, names ...string) string { return names[i%len(names)] }
