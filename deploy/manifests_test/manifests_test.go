package manifests

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/labels"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// objects are what kustomize makes of the manifests.
type objects struct {
	namespace  corev1.Namespace
	deployment appsv1.Deployment
	service    corev1.Service
	scaler     autoscalingv2.HorizontalPodAutoscaler
	budget     policyv1.PodDisruptionBudget
	network    networkingv1.NetworkPolicy
}

// build builds the manifests and decodes each.
func build(t *testing.T) *objects {
	t.Helper()
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), "../kubernetes")
	if err != nil {
		t.Fatal(err)
	}
	var o objects
	kinds := map[string]any{
		"Namespace": &o.namespace, "Deployment": &o.deployment, "Service": &o.service,
		"HorizontalPodAutoscaler": &o.scaler, "PodDisruptionBudget": &o.budget,
		"NetworkPolicy": &o.network,
	}
	for _, resource := range built.Resources() {
		text, err := resource.AsYAML()
		if err != nil {
			t.Fatal(err)
		}
		into, ok := kinds[resource.GetKind()]
		if !ok {
			t.Errorf("a %s is not looked at", resource.GetKind())
			continue
		}
		delete(kinds, resource.GetKind())
		if err := yaml.UnmarshalStrict(text, into); err != nil {
			t.Errorf("%s: %v", resource.GetKind(), err)
		}
	}
	for kind := range kinds {
		t.Errorf("no %s", kind)
	}
	return &o
}

// What refers to the pods finds them, and their ports.
func TestReferences(t *testing.T) {
	o := build(t)
	pod := o.deployment.Spec.Template
	for name, selector := range map[string]*metav1.LabelSelector{"Deployment": o.deployment.Spec.Selector, "PodDisruptionBudget": o.budget.Spec.Selector, "NetworkPolicy": &o.network.Spec.PodSelector} {
		matches, err := metav1.LabelSelectorAsSelector(selector)
		if err != nil || matches.Empty() || !matches.Matches(labels.Set(pod.Labels)) {
			t.Errorf("%s selects %v (%v), and the pods have %v", name, selector, err, pod.Labels)
		}
	}
	if len(o.service.Spec.Selector) == 0 || !labels.SelectorFromSet(o.service.Spec.Selector).Matches(labels.Set(pod.Labels)) {
		t.Errorf("the Service selects %v", o.service.Spec.Selector)
	}
	if target := o.scaler.Spec.ScaleTargetRef; target.Kind != "Deployment" || target.Name != o.deployment.Name {
		t.Errorf("the HorizontalPodAutoscaler scales %+v", target)
	}
	if o.deployment.Spec.Replicas != nil {
		t.Error("the Deployment sets the replicas that the HorizontalPodAutoscaler sets")
	}
	container := pod.Spec.Containers[0]
	ports := map[string]int32{}
	for _, p := range container.Ports {
		ports[p.Name] = p.ContainerPort
	}
	if target := o.service.Spec.Ports[0].TargetPort.StrVal; ports[target] == 0 {
		t.Errorf("the Service leads to the port %q of %v", target, ports)
	}
	for name, probe := range map[string]*corev1.Probe{"startup": container.StartupProbe, "liveness": container.LivenessProbe, "readiness": container.ReadinessProbe} {
		want := "/healthz"
		if name == "readiness" {
			want = "/readyz"
		}
		if probe == nil || probe.HTTPGet.Path != want || ports[probe.HTTPGet.Port.StrVal] == 0 {
			t.Errorf("the %s probe is %+v", name, probe)
		}
	}
	for port, variable := range map[string]string{"http": "IACEDIT_ADDR", "admin": "IACEDIT_ADMIN_ADDR"} {
		if value := environment(container, variable); !strings.HasSuffix(value, fmt.Sprint(":", ports[port])) {
			t.Errorf("%s is %q and the port %s %d", variable, value, port, ports[port])
		}
	}
}

// Edits come from everywhere, the admin port is for one namespace, and nothing goes out.
func TestNetwork(t *testing.T) {
	policy := build(t).network.Spec
	if len(policy.PolicyTypes) != 2 || len(policy.Egress) != 0 {
		t.Errorf("%v; something may go out: %v", policy.PolicyTypes, policy.Egress)
	}
	open := map[string]bool{}
	for _, rule := range policy.Ingress {
		for _, port := range rule.Ports {
			open[port.Port.StrVal] = len(rule.From) == 0
		}
	}
	if everyone, ok := open["http"]; !ok || !everyone {
		t.Errorf("edits do not come from everywhere: %v", open)
	}
	if everyone, ok := open["admin"]; !ok || everyone {
		t.Errorf("the admin port is not for some alone: %v", open)
	}
}

// The pods have time to drain and to finish, and always are enough.
func TestRolling(t *testing.T) {
	o := build(t)
	pod := o.deployment.Spec.Template.Spec
	drain, err := time.ParseDuration(environment(pod.Containers[0], "IACEDIT_DRAIN"))
	if err != nil || drain < 5*time.Second {
		t.Errorf("IACEDIT_DRAIN: %v %v", drain, err)
	}
	const shutdown = 30 * time.Second // the flag's default
	pause := time.Duration(pod.Containers[0].Lifecycle.PreStop.Sleep.Seconds) * time.Second
	if grace := time.Duration(*pod.TerminationGracePeriodSeconds) * time.Second; grace <= pause+drain+shutdown {
		t.Errorf("%v of grace for %v of pause, %v of draining and %v of finishing", grace, pause, drain, shutdown)
	}
	if most := o.deployment.Spec.Strategy.RollingUpdate.MaxUnavailable; most.IntValue() != 0 {
		t.Errorf("%v pods may be missing while others roll", most)
	}
	if *o.scaler.Spec.MinReplicas < 2 {
		t.Error("one pod is none while it moves")
	}
}

// The pods run as nobody, with nothing that they do not need, within memory that holds
// what the server takes by its own formula.
func TestConfined(t *testing.T) {
	o := build(t)
	pod := o.deployment.Spec.Template.Spec
	container := pod.Containers[0]
	security := container.SecurityContext
	if !*pod.SecurityContext.RunAsNonRoot || *security.AllowPrivilegeEscalation || !*security.ReadOnlyRootFilesystem || !slices.Contains(security.Capabilities.Drop, "ALL") {
		t.Errorf("%+v %+v", pod.SecurityContext, security)
	}
	if o.namespace.Labels["pod-security.kubernetes.io/enforce"] != "restricted" || o.deployment.Namespace != o.namespace.Name {
		t.Errorf("%+v", o.namespace)
	}
	limits, requests := container.Resources.Limits, container.Resources.Requests
	if limits.Memory().Cmp(*requests.Memory()) != 0 {
		t.Error("memory that is not asked for may not be there")
	}
	// 112 MiB less than 85 % is --max-memory; bodies get two thirds of a quarter of that, and
	// the largest takes 2.5 times its size while it comes.
	if forBodies := (limits.Memory().Value()/100*85 - 112<<20) / 4 * 2 / 3; forBodies < 16<<20*5/2 {
		t.Errorf("%d bytes are not enough for a body of 16 MiB", forBodies)
	}
}

// environment returns the value of a variable.
func environment(container corev1.Container, name string) string {
	for _, variable := range container.Env {
		if variable.Name == name {
			return variable.Value
		}
	}
	return ""
}
