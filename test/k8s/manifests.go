package k8s

import (
	"bytes"
	"fmt"

	certmanagerv1 "github.com/cert-manager/cert-manager/pkg/apis/certmanager/v1"
	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// objects are what an overlay builds, by kind and name.
type objects struct {
	deployments  map[string]*appsv1.Deployment
	stateful     map[string]*appsv1.StatefulSet
	jobs         map[string]*batchv1.CronJob
	services     map[string]*corev1.Service
	accounts     map[string]*corev1.ServiceAccount
	configs      map[string]*corev1.ConfigMap
	disruptions  map[string]*policyv1.PodDisruptionBudget
	autoscalers  map[string]*autoscalingv2.HorizontalPodAutoscaler
	policies     map[string]*networkingv1.NetworkPolicy
	claims       map[string]*corev1.PersistentVolumeClaim
	namespaces   map[string]*corev1.Namespace
	certificates map[string]*certmanagerv1.Certificate
	monitors     map[string]*monitoringv1.PodMonitor
	rules        map[string]*monitoringv1.PrometheusRule
	otherObjects []string
}

// read builds a folder as `kubectl kustomize` does, and reads each object strictly: a
// field that Kubernetes does not know is an error.
func read(dir string) (*objects, error) {
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), dir)
	if err != nil {
		return nil, err
	}
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		corev1.AddToScheme, appsv1.AddToScheme, batchv1.AddToScheme, autoscalingv2.AddToScheme, networkingv1.AddToScheme, policyv1.AddToScheme,
		certmanagerv1.AddToScheme, monitoringv1.AddToScheme,
	} {
		if err := add(scheme); err != nil {
			return nil, err
		}
	}
	decoder := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()
	all := &objects{
		deployments: map[string]*appsv1.Deployment{}, stateful: map[string]*appsv1.StatefulSet{}, jobs: map[string]*batchv1.CronJob{}, services: map[string]*corev1.Service{},
		accounts: map[string]*corev1.ServiceAccount{}, configs: map[string]*corev1.ConfigMap{}, disruptions: map[string]*policyv1.PodDisruptionBudget{},
		autoscalers: map[string]*autoscalingv2.HorizontalPodAutoscaler{}, policies: map[string]*networkingv1.NetworkPolicy{},
		claims: map[string]*corev1.PersistentVolumeClaim{}, namespaces: map[string]*corev1.Namespace{},
		certificates: map[string]*certmanagerv1.Certificate{}, monitors: map[string]*monitoringv1.PodMonitor{}, rules: map[string]*monitoringv1.PrometheusRule{},
	}
	for _, r := range built.Resources() {
		text, err := r.AsYAML()
		if err != nil {
			return nil, err
		}
		object, _, err := decoder.Decode(bytes.TrimSpace(text), nil, nil)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.CurId(), err)
		}
		all.add(object)
	}
	return all, nil
}

func (o *objects) add(object runtime.Object) {
	switch x := object.(type) {
	case *appsv1.Deployment:
		o.deployments[x.Name] = x
	case *appsv1.StatefulSet:
		o.stateful[x.Name] = x
	case *batchv1.CronJob:
		o.jobs[x.Name] = x
	case *corev1.Service:
		o.services[x.Name] = x
	case *corev1.ServiceAccount:
		o.accounts[x.Name] = x
	case *corev1.ConfigMap:
		o.configs[x.Name] = x
	case *policyv1.PodDisruptionBudget:
		o.disruptions[x.Name] = x
	case *autoscalingv2.HorizontalPodAutoscaler:
		o.autoscalers[x.Name] = x
	case *networkingv1.NetworkPolicy:
		o.policies[x.Name] = x
	case *corev1.PersistentVolumeClaim:
		o.claims[x.Name] = x
	case *corev1.Namespace:
		o.namespaces[x.Name] = x
	case *certmanagerv1.Certificate:
		o.certificates[x.Name] = x
	case *monitoringv1.PodMonitor:
		o.monitors[x.Name] = x
	case *monitoringv1.PrometheusRule:
		o.rules[x.Name] = x
	default:
		o.otherObjects = append(o.otherObjects, fmt.Sprintf("%T", object))
	}
}

// pods returns the pods' templates of every workload, by its name.
func (o *objects) pods() map[string]corev1.PodTemplateSpec {
	all := map[string]corev1.PodTemplateSpec{}
	for name, d := range o.deployments {
		all[name] = d.Spec.Template
	}
	for name, s := range o.stateful {
		all[name] = s.Spec.Template
	}
	for name, j := range o.jobs {
		all[name] = j.Spec.JobTemplate.Spec.Template
	}
	return all
}
