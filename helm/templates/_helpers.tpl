{{/* The name of everything in a release. */}}
{{- define "portes-referee.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* What all objects of a release have; a component is added where it must be told apart. */}}
{{- define "portes-referee.commonLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* What selects the pods that serve; never changes between versions. */}}
{{- define "portes-referee.selectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: server
{{- end -}}

{{/* The pods' own; without the chart's version, which alone is no reason to replace them. */}}
{{- define "portes-referee.podLabels" -}}
{{ include "portes-referee.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end -}}

{{- define "portes-referee.labels" -}}
{{ include "portes-referee.commonLabels" . }}
app.kubernetes.io/component: server
{{- end -}}

{{- define "portes-referee.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- .Values.serviceAccount.name | default (include "portes-referee.fullname" .) -}}
{{- else -}}
{{- .Values.serviceAccount.name | default "default" -}}
{{- end -}}
{{- end -}}

{{- define "portes-referee.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{/* At least so many instances; a budget for one would hold its node for ever. */}}
{{- define "portes-referee.leastReplicas" -}}
{{- if .Values.autoscaling.enabled -}}
{{- .Values.autoscaling.minReplicas -}}
{{- else -}}
{{- .Values.replicaCount -}}
{{- end -}}
{{- end -}}

{{/*
How many instances the Deployment asks for; nothing where an autoscaler does.
While Helm is still the one that set the number, leaving it out would make it 1 until the autoscaler
looks, and all instances but one would end: it stays until somebody else has changed it.
*/}}
{{- define "portes-referee.replicas" -}}
{{- if .Values.autoscaling.enabled -}}
{{- $live := lookup "apps/v1" "Deployment" .Release.Namespace (include "portes-referee.fullname" .) -}}
{{- $ours := false -}}
{{- range dig "metadata" "managedFields" list $live -}}
{{- if and (eq .operation "Apply") (hasKey (dig "fieldsV1" "f:spec" dict .) "f:replicas") -}}
{{- $ours = true -}}
{{- end -}}
{{- end -}}
{{- if $ours -}}{{- $live.spec.replicas -}}{{- end -}}
{{- else -}}
{{- .Values.replicaCount -}}
{{- end -}}
{{- end -}}

{{/* gunicorn's graceful_timeout, what requests in progress have to end; the setting's, where it is one. */}}
{{- define "portes-referee.gracefulSeconds" -}}
{{- dig "gracefulSeconds" 25 .Values.settings -}}
{{- end -}}

{{/* A value as a variable of the environment has it; integers may come as floating numbers. */}}
{{- define "portes-referee.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}
{{- int64 . -}}
{{- else -}}
{{- toString . -}}
{{- end -}}
{{- end -}}

{{/* Pod and container as the profile "restricted" of Pod Security wants them. */}}
{{- define "portes-referee.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "portes-referee.securityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* The settings, the secret ones, the files and what is added, as a container has them. */}}
{{- define "portes-referee.environment" -}}
envFrom:
  - configMapRef:
      name: {{ include "portes-referee.fullname" . }}
{{- $env := list -}}
{{- range $name, $secret := .Values.secrets -}}
{{- if $secret.name -}}
{{- $env = append $env (dict "name" ($name | snakecase | upper) "valueFrom" (dict "secretKeyRef" (dict "name" $secret.name "key" $secret.key))) -}}
{{- end -}}
{{- end -}}
{{- range $name, $value := .Values.extraEnv -}}
{{- if kindIs "map" $value -}}
{{- $env = append $env (dict "name" $name "valueFrom" (dict "secretKeyRef" (dict "name" $value.secret "key" $value.key))) -}}
{{- else -}}
{{- $env = append $env (dict "name" $name "value" $value) -}}
{{- end -}}
{{- end -}}
{{- with $env }}
env:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Where a file of the settings is mounted; takes its name. */}}
{{- define "portes-referee.directory" -}}
/etc/portes/{{ kebabcase . }}
{{- end -}}

{{- define "portes-referee.volumeMounts" -}}
- name: tmp
  mountPath: /tmp
{{- range $name, $file := .Values.files }}
{{- if or $file.secret $file.configMap }}
- name: {{ kebabcase $name }}
  mountPath: {{ include "portes-referee.directory" $name }}
  readOnly: true
{{- end }}
{{- end }}
{{- end -}}

{{- define "portes-referee.volumes" -}}
- name: tmp
  emptyDir:
    medium: Memory
    sizeLimit: {{ .Values.tmpSizeLimit }}
{{- range $name, $file := .Values.files }}
{{- if $file.secret }}
- name: {{ kebabcase $name }}
  secret:
    secretName: {{ $file.secret }}
    # Only the group that the service runs as reads it.
    defaultMode: 0440
    items:
      - key: {{ $file.key }}
        path: {{ $file.key }}
{{- else if $file.configMap }}
- name: {{ kebabcase $name }}
  configMap:
    name: {{ $file.configMap }}
    items:
      - key: {{ $file.key }}
        path: {{ $file.key }}
{{- end }}
{{- end }}
{{- end -}}

{{/* What schema and Kubernetes cannot know to be impossible. */}}
{{- define "portes-referee.check" -}}
{{- with .Values.autoscaling -}}
{{- if and .enabled (gt (int .minReplicas) (int .maxReplicas)) -}}
{{- fail (printf "autoscaling.minReplicas (%v) is more than autoscaling.maxReplicas (%v)" .minReplicas .maxReplicas) -}}
{{- end -}}
{{- if and .enabled (not .cpuPercent) (not .metrics) -}}
{{- fail "autoscaling is on, and has nothing to go by: set autoscaling.cpuPercent or autoscaling.metrics" -}}
{{- end -}}
{{- if and .enabled .cpuPercent (not (dig "requests" "cpu" "" ($.Values.resources | default dict))) -}}
{{- fail "autoscaling.cpuPercent is a part of resources.requests.cpu, which is not set" -}}
{{- end -}}
{{- end -}}
{{- if not .Values.secrets.redisUrl.name -}}
{{- if .Values.secrets.cacheKey.name -}}{{- fail "secrets.cacheKey is for the cache of secrets.redisUrl, which is not set" -}}{{- end -}}
{{- if or .Values.files.redisCaFile.secret .Values.files.redisCaFile.configMap -}}{{- fail "files.redisCaFile is for the server of secrets.redisUrl, which is not set" -}}{{- end -}}
{{- if .Values.warm.enabled -}}{{- fail "warm fills the cache of secrets.redisUrl, which is not set" -}}{{- end -}}
{{- end -}}
{{- if eq (int .Values.listen.port) (int .Values.listen.opsPort) -}}
{{- fail (printf "listen.port and listen.opsPort are both %v" .Values.listen.port) -}}
{{- end -}}
{{- if eq (int .Values.service.port) (int .Values.service.opsPort) -}}
{{- fail (printf "service.port and service.opsPort are both %v" .Values.service.port) -}}
{{- end -}}
{{- $limit := dig "limits" "memory" "" (.Values.resources | default dict) | toString -}}
{{- if regexMatch "^[0-9]+(Mi|Gi)$" $limit -}}
{{- $mebibytes := mul (regexFind "^[0-9]+" $limit | int64) (ternary 1024 1 (hasSuffix "Gi" $limit)) -}}
{{- $needed := mul (int64 .Values.settings.workers) (add 64 (div (int64 .Values.settings.cacheBytes) 1048576)) -}}
{{- if lt $mebibytes $needed -}}
{{- fail (printf "resources.limits.memory is %s, and settings.workers times settings.cacheBytes with 64 MiB each need %dMi" $limit $needed) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* The Service that has the operations port. */}}
{{- define "portes-referee.opsService" -}}
{{- include "portes-referee.fullname" . -}}
{{- if ne .Values.service.type "ClusterIP" }}-ops{{ end -}}
{{- end -}}

{{/* What the pods of `helm test` are known by; they must not be selected as ones that serve. */}}
{{- define "portes-referee.testLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: test
{{- end -}}

{{/* One rule of egress; takes to, ports and protocols. Without `to` it is anywhere. */}}
{{- define "portes-referee.egress" -}}
{{- $protocols := .protocols -}}
- ports:
    {{- range $port := .ports }}
    {{- range $protocols }}
    - port: {{ $port }}
      protocol: {{ . }}
    {{- end }}
    {{- end }}
  {{- with .to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* A pod of `helm test`: the service's own image runs a program. Takes root, name and program. */}}
{{- define "portes-referee.testPod" -}}
{{- $fullname := include "portes-referee.fullname" .root -}}
{{- $values := .root.Values -}}
apiVersion: v1
kind: Pod
metadata:
  name: {{ $fullname }}-test-{{ .name }}
  labels:
    {{- include "portes-referee.commonLabels" .root | nindent 4 }}
    app.kubernetes.io/component: test
  annotations:
    helm.sh/hook: test
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
spec:
  restartPolicy: Never
  activeDeadlineSeconds: 60
  automountServiceAccountToken: false
  enableServiceLinks: false
  securityContext:
    {{- include "portes-referee.podSecurityContext" .root | nindent 4 }}
  {{- with $values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ .name }}
      image: {{ include "portes-referee.image" .root | quote }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      command:
        - python
        - -c
        - |
          {{- trim .program | nindent 10 }}
      env:
        - name: API_URL
          value: http://{{ $fullname }}:{{ $values.service.port }}
        - name: OPS_URL
          value: http://{{ include "portes-referee.opsService" .root }}:{{ $values.service.opsPort }}
      securityContext:
        {{- include "portes-referee.securityContext" .root | nindent 8 }}
      resources:
        requests:
          cpu: 50m
          memory: 64Mi
        limits:
          memory: 64Mi
{{- end -}}
