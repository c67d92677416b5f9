package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// module returns code that looks like a Terraform module's, of at least size bytes.
func module(size int) []byte {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, `# What variable %[1]d is for.
variable "name_%[1]d" {
  type        = list(object({ name = string, size = optional(number, %[1]d) }))
  description = "The names of thing %[1]d, one for each ${"$"}{zone}"
  default     = []
}

resource "aws_thing" "this_%[1]d" {
  count = local.create && var.enabled ? length(var.name_%[1]d) : 0

  name   = "${local.prefix}-${each.key}-%[1]d" # unique
  subnet = element(concat(var.subnets, [""]), count.index)
  policy = <<-EOT
    { "Version": "%[1]d", "Resource": "${aws_other.this[0].arn}/*" }
  EOT

  dynamic "rule" {
    for_each = { for k, v in var.rules : k => v if v.enabled }
    content {
      port    = rule.value["port"]
      sources = [for s in rule.value.sources : lower(s)]
    }
  }

  tags = merge(
    { Name = format("%%s-%%d", var.name, %[1]d) },
    var.tags,
  )
}

`, i)
	}
	return []byte(b.String())
}

func BenchmarkParse(b *testing.B) {
	for _, size := range []int{1 << 10, 30 << 10, 1 << 20} {
		src := module(size)
		b.Run(fmt.Sprintf("%dKB", size>>10), func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				f, err := Parse(src)
				if err != nil {
					b.Fatal(err)
				}
				f.Release()
			}
		})
	}
}

// BenchmarkExpand looks inside every value and block of a module.
func BenchmarkExpand(b *testing.B) {
	src := module(30 << 10)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		f, err := Parse(src)
		if err != nil {
			b.Fatal(err)
		}
		expandAll(f, Root)
		f.Release()
	}
}

// A parse allocates few objects, and little, however large the source.
func TestParseAllocatesLittle(t *testing.T) {
	const mostBytes, mostObjects = 1, 8 // a source byte; a parse
	src := module(30 << 10)
	result := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Parse(src); err != nil {
				b.Fatal(err)
			}
		}
	})
	if n := result.AllocedBytesPerOp(); n > mostBytes*int64(len(src)) {
		t.Errorf("%d bytes allocated for a source of %d", n, len(src))
	}
	if n := result.AllocsPerOp(); n > mostObjects {
		t.Errorf("%d objects allocated", n)
	}
	t.Logf("%d bytes in %d objects for a source of %d", result.AllocedBytesPerOp(), result.AllocsPerOp(), len(src))
}
