# Everything of the shop. It grew.

terraform {
  required_version = ">= 1.5"
}

variable "environment" {
  type        = string
  description = "Which stage this is."
  default     = "staging"
}

variable "cidr" {
  type        = string
  description = "The range of the network."
  default     = "10.20.0.0/16"
}

variable "zones" {
  type        = list(string)
  description = "The zones that there are subnets in."
  default     = ["a", "b", "c"]

  validation {
    condition     = length(var.zones) > 1
    error_message = "One zone is none."
  }
}

variable "app_size" {
  type        = string
  description = "The size of the app's machines."
  default     = "m6i.large"
}

variable "app_count" {
  type        = number
  description = "How many machines the app has."
  default     = 3
}

variable "db_size" {
  type        = string
  description = "The size of the database."
  default     = "r6g.large"
}

variable "db_replicas" {
  type        = number
  description = "How many replicas the database has."
  default     = 2
}

variable "db_password" {
  type        = string
  description = "The password of the database's owner."
  default     = "change-me-soon"
  sensitive   = true
}

variable "domain" {
  type        = string
  description = "Where the shop is found."
  default     = "shop.example.com"
}

variable "alarms" {
  type        = bool
  description = "Whether alarms wake somebody."
  default     = true
}

locals {
  # The start of all names.
  name = "shop-${var.environment}"

  # The tags of all resources.
  tags = {
    Environment = var.environment
    Owner       = "shop"
  }
}

# The network. Nothing outside of it may know its range.
resource "terraform_data" "net_vpc" {
  input = {
    name       = local.name
    cidr_block = var.cidr
    dns        = true
    tags       = local.tags
  }
}

resource "terraform_data" "net_gateway" {
  input = {
    name = "${local.name}-igw"
    vpc  = terraform_data.net_vpc.id
    tags = local.tags
  }
}

# The public subnets, one for each zone.
resource "terraform_data" "net_public_subnet" {
  for_each = toset(var.zones)

  input = {
    name       = "${local.name}-public-${each.key}"
    vpc        = terraform_data.net_vpc.id
    zone       = each.key
    cidr_block = cidrsubnet(var.cidr, 8, 0 + index(var.zones, each.key))
    tags       = merge(local.tags, { Tier = "public" })
  }
}

resource "terraform_data" "net_public_routes" {
  for_each = toset(var.zones)

  input = {
    name = "${local.name}-public-${each.key}"
    vpc  = terraform_data.net_vpc.id
    tags = local.tags
  }
}

resource "terraform_data" "net_public_association" {
  for_each = toset(var.zones)

  input = {
    subnet = terraform_data.net_public_subnet[each.key].id
    routes = terraform_data.net_public_routes[each.key].id
  }
}

# The private subnets, one for each zone.
resource "terraform_data" "net_private_subnet" {
  for_each = toset(var.zones)

  input = {
    name       = "${local.name}-private-${each.key}"
    vpc        = terraform_data.net_vpc.id
    zone       = each.key
    cidr_block = cidrsubnet(var.cidr, 8, 8 + index(var.zones, each.key))
    tags       = merge(local.tags, { Tier = "private" })
  }
}

resource "terraform_data" "net_private_routes" {
  for_each = toset(var.zones)

  input = {
    name = "${local.name}-private-${each.key}"
    vpc  = terraform_data.net_vpc.id
    tags = local.tags
  }
}

resource "terraform_data" "net_private_association" {
  for_each = toset(var.zones)

  input = {
    subnet = terraform_data.net_private_subnet[each.key].id
    routes = terraform_data.net_private_routes[each.key].id
  }
}

# The database subnets, one for each zone.
resource "terraform_data" "net_database_subnet" {
  for_each = toset(var.zones)

  input = {
    name       = "${local.name}-database-${each.key}"
    vpc        = terraform_data.net_vpc.id
    zone       = each.key
    cidr_block = cidrsubnet(var.cidr, 8, 16 + index(var.zones, each.key))
    tags       = merge(local.tags, { Tier = "database" })
  }
}

resource "terraform_data" "net_database_routes" {
  for_each = toset(var.zones)

  input = {
    name = "${local.name}-database-${each.key}"
    vpc  = terraform_data.net_vpc.id
    tags = local.tags
  }
}

resource "terraform_data" "net_database_association" {
  for_each = toset(var.zones)

  input = {
    subnet = terraform_data.net_database_subnet[each.key].id
    routes = terraform_data.net_database_routes[each.key].id
  }
}

# Addresses live longer than what has them.
resource "terraform_data" "net_address" {
  for_each = toset(var.zones)

  input = {
    name = "${local.name}-nat-${each.key}"
    tags = local.tags
  }

  depends_on = [terraform_data.net_gateway]
}

resource "terraform_data" "net_nat" {
  for_each = toset(var.zones)

  input = {
    name    = "${local.name}-${each.key}"
    address = terraform_data.net_address[each.key].id
    subnet  = terraform_data.net_public_subnet[each.key].id
    tags    = local.tags
  }
}

resource "terraform_data" "net_default_route" {
  for_each = toset(var.zones)

  input = {
    routes      = terraform_data.net_private_routes[each.key].id
    destination = "0.0.0.0/0"
    nat         = terraform_data.net_nat[each.key].id
  }
}

# What the private subnets reach without the internet.
resource "terraform_data" "net_endpoint_s3" {
  input = {
    name    = "${local.name}-s3"
    vpc     = terraform_data.net_vpc.id
    service = "com.amazonaws.eu-central-1.s3"
    subnets = [for zone in var.zones : terraform_data.net_private_subnet[zone].id]
    tags    = local.tags
  }
}

resource "terraform_data" "net_endpoint_ecr" {
  input = {
    name    = "${local.name}-ecr"
    vpc     = terraform_data.net_vpc.id
    service = "com.amazonaws.eu-central-1.ecr"
    subnets = [for zone in var.zones : terraform_data.net_private_subnet[zone].id]
    tags    = local.tags
  }
}

resource "terraform_data" "net_endpoint_logs" {
  input = {
    name    = "${local.name}-logs"
    vpc     = terraform_data.net_vpc.id
    service = "com.amazonaws.eu-central-1.logs"
    subnets = [for zone in var.zones : terraform_data.net_private_subnet[zone].id]
    tags    = local.tags
  }
}

resource "terraform_data" "net_endpoint_secretsmanager" {
  input = {
    name    = "${local.name}-secretsmanager"
    vpc     = terraform_data.net_vpc.id
    service = "com.amazonaws.eu-central-1.secretsmanager"
    subnets = [for zone in var.zones : terraform_data.net_private_subnet[zone].id]
    tags    = local.tags
  }
}

resource "terraform_data" "net_endpoint_sts" {
  input = {
    name    = "${local.name}-sts"
    vpc     = terraform_data.net_vpc.id
    service = "com.amazonaws.eu-central-1.sts"
    subnets = [for zone in var.zones : terraform_data.net_private_subnet[zone].id]
    tags    = local.tags
  }
}

resource "terraform_data" "net_endpoint_ssm" {
  input = {
    name    = "${local.name}-ssm"
    vpc     = terraform_data.net_vpc.id
    service = "com.amazonaws.eu-central-1.ssm"
    subnets = [for zone in var.zones : terraform_data.net_private_subnet[zone].id]
    tags    = local.tags
  }
}

resource "terraform_data" "net_flow_logs" {
  input = {
    vpc         = terraform_data.net_vpc.id
    destination = "${local.name}-flow-logs"
    tags        = local.tags
  }
}

# Who may talk to the load balancer: everybody.
resource "terraform_data" "app_lb_group" {
  input = {
    name = "${local.name}-lb"
    vpc  = terraform_data.net_vpc.id
    tags = local.tags
  }
}

resource "terraform_data" "app_lb_group_80" {
  input = {
    group     = terraform_data.app_lb_group.id
    direction = "in"
    protocol  = "tcp"
    from_port = 80
    to_port   = 80
    from      = "0.0.0.0/0"
  }
}

resource "terraform_data" "app_lb_group_443" {
  input = {
    group     = terraform_data.app_lb_group.id
    direction = "in"
    protocol  = "tcp"
    from_port = 443
    to_port   = 443
    from      = "0.0.0.0/0"
  }
}

# Who may talk to the app: the load balancer.
resource "terraform_data" "app_group" {
  input = {
    name = "${local.name}-app"
    vpc  = terraform_data.net_vpc.id
    tags = local.tags
  }
}

resource "terraform_data" "app_group_8080" {
  input = {
    group     = terraform_data.app_group.id
    direction = "in"
    protocol  = "tcp"
    from_port = 8080
    to_port   = 8080
    from      = terraform_data.app_lb_group.id
  }
}

resource "terraform_data" "app_group_8443" {
  input = {
    group     = terraform_data.app_group.id
    direction = "in"
    protocol  = "tcp"
    from_port = 8443
    to_port   = 8443
    from      = terraform_data.app_lb_group.id
  }
}

# Who may talk to the database: the app.
resource "terraform_data" "db_group" {
  input = {
    name = "${local.name}-db"
    vpc  = terraform_data.net_vpc.id
    tags = local.tags
  }
}

resource "terraform_data" "db_group_5432" {
  input = {
    group     = terraform_data.db_group.id
    direction = "in"
    protocol  = "tcp"
    from_port = 5432
    to_port   = 5432
    from      = terraform_data.app_group.id
  }
}

resource "terraform_data" "db_subnets" {
  input = {
    name    = "${local.name}-db"
    subnets = [for zone in var.zones : terraform_data.net_database_subnet[zone].id]
    tags    = local.tags
  }
}

resource "terraform_data" "db_parameters" {
  input = {
    name   = "${local.name}-postgres"
    family = "postgres16"
    parameters = {
      "log_min_duration_statement" = "250"
      "rds.force_ssl"              = "1"
      "shared_preload_libraries"   = "pg_stat_statements"
    }
    tags = local.tags
  }
}

resource "terraform_data" "db_key" {
  input = {
    name     = "${local.name}-db"
    rotation = true
    tags     = local.tags
  }
}

# The app reads the password from here, and nowhere else.
resource "terraform_data" "db_secret" {
  input = {
    name  = "${local.name}/db/owner"
    key   = terraform_data.db_key.id
    value = var.db_password
  }
}

# The database. Losing it is losing the shop.
resource "terraform_data" "db_primary_instance" {
  input = {
    name       = "${local.name}-db"
    engine     = "postgres"
    version    = "16.3"
    size       = var.db_size
    storage    = 100
    subnets    = terraform_data.db_subnets.id
    groups     = [terraform_data.db_group.id]
    parameters = terraform_data.db_parameters.id
    key        = terraform_data.db_key.id
    secret     = terraform_data.db_secret.id
    backups    = var.environment == "production" ? 35 : 7
    tags       = local.tags
  }

  lifecycle {
    precondition {
      condition     = length(var.db_password) > 8
      error_message = "The password of the database is too short."
    }
  }
}

resource "terraform_data" "db_replica" {
  count = var.db_replicas

  input = {
    name    = "${local.name}-db-${count.index}"
    of      = terraform_data.db_primary_instance.id
    size    = var.db_size
    subnets = terraform_data.db_subnets.id
    groups  = [terraform_data.db_group.id]
    tags    = merge(local.tags, { Replica = tostring(count.index) })
  }
}

resource "terraform_data" "db_alarm_cpu" {
  count = var.alarms ? 1 : 0

  input = {
    name      = "${local.name}-db-cpu"
    database  = terraform_data.db_primary_instance.id
    metric    = "cpu"
    threshold = 80
    tags      = local.tags
  }
}

resource "terraform_data" "db_alarm_storage" {
  count = var.alarms ? 1 : 0

  input = {
    name      = "${local.name}-db-storage"
    database  = terraform_data.db_primary_instance.id
    metric    = "storage"
    threshold = 90
    tags      = local.tags
  }
}

resource "terraform_data" "db_alarm_connections" {
  count = var.alarms ? 1 : 0

  input = {
    name      = "${local.name}-db-connections"
    database  = terraform_data.db_primary_instance.id
    metric    = "connections"
    threshold = 400
    tags      = local.tags
  }
}

resource "terraform_data" "app_role" {
  input = {
    name    = "${local.name}-app"
    secrets = [terraform_data.db_secret.id]
    key     = terraform_data.db_key.id
    tags    = local.tags
  }
}

resource "terraform_data" "app_profile" {
  input = {
    name = "${local.name}-app"
    role = terraform_data.app_role.id
  }
}

resource "terraform_data" "app_logs" {
  input = {
    name      = "/shop/${var.environment}/app"
    retention = 30
    tags      = local.tags
  }
}

# What a machine of the app is.
resource "terraform_data" "app_template" {
  input = {
    name    = "${local.name}-app"
    size    = var.app_size
    profile = terraform_data.app_profile.id
    groups  = [terraform_data.app_group.id]
    logs    = terraform_data.app_logs.id
    user_data = join("\n", [
      "#!/bin/sh",
      "export DB_HOST=${terraform_data.db_primary_instance.id}",
      "export DB_REPLICAS='${join(" ", terraform_data.db_replica[*].id)}'",
      "export DB_SECRET=${terraform_data.db_secret.id}",
      "exec /opt/shop/start",
    ])
    tags = local.tags
  }
}

resource "terraform_data" "app_machines" {
  input = {
    name     = "${local.name}-app"
    template = terraform_data.app_template.id
    min      = var.app_count
    max      = var.app_count * 3
    subnets  = [for zone in var.zones : terraform_data.net_private_subnet[zone].id]
    targets  = terraform_data.app_targets.id
    tags     = local.tags
  }
}

resource "terraform_data" "app_schedule_morning" {
  input = {
    name     = "${local.name}-morning"
    machines = terraform_data.app_machines.id
    size     = var.app_count * 2
  }
}

resource "terraform_data" "app_schedule_night" {
  input = {
    name     = "${local.name}-night"
    machines = terraform_data.app_machines.id
    size     = 1
  }
}

resource "terraform_data" "app_scaling" {
  input = {
    name     = "${local.name}-cpu"
    machines = terraform_data.app_machines.id
    metric   = "cpu"
    target   = 60
  }
}

resource "terraform_data" "app_certificate" {
  input = {
    domain     = var.domain
    names      = ["www.${var.domain}"]
    validation = "dns"
    tags       = local.tags
  }
}

resource "terraform_data" "app_lb" {
  input = {
    name    = local.name
    subnets = [for zone in var.zones : terraform_data.net_public_subnet[zone].id]
    groups  = [terraform_data.app_lb_group.id]
    tags    = local.tags
  }

  depends_on = [terraform_data.net_gateway]
}

resource "terraform_data" "app_targets" {
  input = {
    name = "${local.name}-app"
    vpc  = terraform_data.net_vpc.id
    port = 8080
    check = {
      path     = "/healthz"
      interval = 10
    }
    tags = local.tags
  }
}

resource "terraform_data" "app_listener_80" {
  input = {
    lb          = terraform_data.app_lb.id
    port        = 80
    action      = "redirect"
    certificate = null
    targets     = null
  }
}

resource "terraform_data" "app_listener_443" {
  input = {
    lb          = terraform_data.app_lb.id
    port        = 443
    action      = "forward"
    certificate = terraform_data.app_certificate.id
    targets     = terraform_data.app_targets.id
  }
}

resource "terraform_data" "app_alarm_errors" {
  count = var.alarms ? 1 : 0

  input = {
    name      = "${local.name}-app-errors"
    lb        = terraform_data.app_lb.id
    machines  = terraform_data.app_machines.id
    metric    = "errors"
    threshold = 10
    tags      = local.tags
  }
}

resource "terraform_data" "app_alarm_latency" {
  count = var.alarms ? 1 : 0

  input = {
    name      = "${local.name}-app-latency"
    lb        = terraform_data.app_lb.id
    machines  = terraform_data.app_machines.id
    metric    = "latency"
    threshold = 500
    tags      = local.tags
  }
}

resource "terraform_data" "app_alarm_machines" {
  count = var.alarms ? 1 : 0

  input = {
    name      = "${local.name}-app-machines"
    lb        = terraform_data.app_lb.id
    machines  = terraform_data.app_machines.id
    metric    = "machines"
    threshold = 1
    tags      = local.tags
  }
}

# Where the shop is found.
resource "terraform_data" "app_record" {
  for_each = toset([var.domain, "www.${var.domain}"])

  input = {
    name  = each.key
    type  = "A"
    alias = terraform_data.app_lb.id
  }
}

output "url" {
  description = "Where the shop is found."
  value       = "https://${var.domain}"
}

output "load_balancer" {
  description = "The id of the load balancer."
  value       = terraform_data.app_lb.id
}

output "network" {
  description = "The id of the network."
  value       = terraform_data.net_vpc.id
}

output "database" {
  description = "The id of the primary instance of the database."
  value       = terraform_data.db_primary_instance.id
}

output "private_subnets" {
  description = "The private subnets, by zone."
  value       = { for zone, subnet in terraform_data.net_private_subnet : zone => subnet.id }
}

output "woken" {
  description = "The alarm that wakes somebody when there is no room left."
  value       = var.alarms ? terraform_data.db_alarm_storage[0].id : null
}
