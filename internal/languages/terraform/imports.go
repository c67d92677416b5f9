package terraform

import "strings"

// An Importing says how objects of a resource type can be imported.
type Importing uint8

const (
	ImportedByID   Importing = iota // by the attribute "id"
	ImportedByName                  // by an ID that differs from the attribute "id"
	NotImported                     // not at all
)

// importings has the types whose objects are not imported by the attribute "id".
var importings = func() map[string]Importing {
	all := map[string]Importing{}
	for _, typ := range strings.Fields(differentID) {
		all[typ] = ImportedByName
	}
	for _, typ := range strings.Fields(withoutImport) {
		all[typ] = NotImported
	}
	return all
}()

// differentID are types whose import IDs are not their attributes "id": most join several values,
// such as the name of a role and the ARN of a policy.
const differentID = `
aws_api_gateway_base_path_mapping aws_api_gateway_deployment aws_api_gateway_integration aws_api_gateway_integration_response aws_api_gateway_method
aws_api_gateway_method_response aws_api_gateway_method_settings aws_api_gateway_resource aws_api_gateway_stage aws_api_gateway_usage_plan_key aws_apigatewayv2_authorizer
aws_apigatewayv2_integration aws_apigatewayv2_route aws_apigatewayv2_stage aws_appautoscaling_policy aws_appautoscaling_target aws_autoscaling_lifecycle_hook
aws_autoscaling_policy aws_cloudwatch_event_target aws_cloudwatch_log_metric_filter aws_cloudwatch_log_stream aws_cloudwatch_log_subscription_filter
aws_cognito_resource_server aws_cognito_user_group aws_cognito_user_pool_client aws_ecs_service aws_ecs_task_definition aws_efs_backup_policy aws_iam_group_policy_attachment
aws_iam_role_policy_attachment aws_iam_user_group_membership aws_iam_user_policy_attachment aws_kms_grant aws_lambda_alias aws_lambda_permission
aws_lb_listener_certificate aws_network_acl_rule aws_organizations_policy_attachment aws_route aws_route53_zone_association aws_route_table_association
aws_s3_object aws_secretsmanager_secret_version aws_security_group_rule aws_ssoadmin_account_assignment aws_volume_attachment aws_wafv2_ip_set aws_wafv2_regex_pattern_set
aws_wafv2_rule_group aws_wafv2_web_acl
helm_release random_bytes random_id random_integer random_password random_string time_offset time_rotating time_sleep`

// withoutImport are types whose objects cannot be imported.
const withoutImport = `
aws_acm_certificate_validation aws_autoscaling_attachment aws_iam_access_key aws_iam_policy_attachment aws_iam_service_specific_credential aws_lb_target_group_attachment
aws_alb_target_group_attachment aws_elb_attachment aws_lightsail_key_pair aws_main_route_table_association aws_network_interface_sg_attachment aws_proxy_protocol_policy
aws_snapshot_create_volume_permission aws_ami_launch_permission aws_vpn_gateway_attachment aws_vpn_gateway_route_propagation
local_file local_sensitive_file null_resource random_pet random_shuffle template_dir tls_cert_request tls_locally_signed_cert tls_private_key tls_self_signed_cert
archive_file kubernetes_token_request google_service_account_key google_project_iam_audit_config azuread_application_password azuread_service_principal_password`

// ImportingOf returns how objects of a resource type can be imported.
func ImportingOf(typ string) Importing { return importings[typ] }
