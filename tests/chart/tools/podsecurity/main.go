// Holds the pods of manifests on stdin to the level "restricted" of Pod Security, with the code that
// the API server has for it. Prints each violation, and ends with 1 if there are any.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	k8syaml "sigs.k8s.io/yaml"
)

func main() {
	violations, pods, err := check(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	for _, violation := range violations {
		fmt.Println(violation)
	}
	fmt.Printf("%d pods looked at\n", pods)
	if len(violations) > 0 {
		os.Exit(1)
	}
}

func check(manifests io.Reader) (violations []string, pods int, err error) {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		return nil, 0, err
	}
	restricted := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	reader := yaml.NewYAMLReader(bufio.NewReader(manifests))
	for {
		document, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return violations, pods, nil
		}
		if err != nil {
			return nil, 0, err
		}
		name, meta, spec, err := podOf(document)
		if err != nil {
			return nil, 0, err
		}
		if spec == nil {
			continue
		}
		pods++
		for _, result := range evaluator.EvaluatePod(restricted, meta, spec) {
			if !result.Allowed {
				violations = append(violations, fmt.Sprintf("%s: %s: %s", name, result.ForbiddenReason, result.ForbiddenDetail))
			}
		}
	}
}

// podOf gives the pod that a manifest is or makes; its spec is nil where there is none.
func podOf(document []byte) (string, *metav1.ObjectMeta, *corev1.PodSpec, error) {
	var kind metav1.TypeMeta
	if err := k8syaml.Unmarshal(document, &kind); err != nil {
		return "", nil, nil, err
	}
	switch kind.Kind {
	case "Pod":
		var pod corev1.Pod
		err := k8syaml.UnmarshalStrict(document, &pod)
		return "Pod " + pod.Name, &pod.ObjectMeta, &pod.Spec, err
	case "Deployment":
		var deployment appsv1.Deployment
		err := k8syaml.UnmarshalStrict(document, &deployment)
		template := &deployment.Spec.Template
		return "Deployment " + deployment.Name, &template.ObjectMeta, &template.Spec, err
	case "Job":
		var job batchv1.Job
		err := k8syaml.UnmarshalStrict(document, &job)
		template := &job.Spec.Template
		return "Job " + job.Name, &template.ObjectMeta, &template.Spec, err
	}
	return "", nil, nil, nil
}
