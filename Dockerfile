# Build and runtime stand on the same image; any Debian-based Python from 3.11 on will do. A tag may
# move. One image for ever is named by its digest: --build-arg BASE=python@sha256:…
ARG BASE=python:3.11-slim

FROM ${BASE} AS build
WORKDIR /build
# With KERNEL=interpreted no compiler is asked for; otherwise an image without a compiled kernel is
# no image. /version tells which it is.
ARG KERNEL=compiled
RUN case "$KERNEL" in \
        compiled) apt-get update \
            && apt-get install --yes --no-install-recommends gcc libc6-dev ;; \
        interpreted) ;; \
        *) echo "KERNEL is compiled or interpreted, not $KERNEL"; exit 1 ;; \
    esac

# What the service runs with; without pip, which nothing needs at run time. The lock of an extra is
# installed beside: --build-arg EXTRA_LOCK=requirements-otel.lock
ARG LOCK=requirements.lock
ARG EXTRA_LOCK=""
COPY requirements.lock requirements-otel.lock ./
RUN python -m venv /opt/tools \
    && python -m venv --without-pip /opt/venv \
    && for lock in $LOCK $EXTRA_LOCK; do \
        /opt/tools/bin/python -m pip --python /opt/venv/bin/python install --no-cache-dir \
            --require-hashes --requirement "$lock" || exit 1; \
    done

# For mypyc alone.
COPY requirements-dev.lock ./
RUN if [ "$KERNEL" = compiled ]; then \
        /opt/tools/bin/python -m pip install --no-cache-dir --require-hashes \
            --requirement requirements-dev.lock; \
    fi

COPY scripts/compile_kernel.py scripts/sbom.py ./scripts/
COPY service ./service
RUN if [ "$KERNEL" = compiled ]; then \
        PYTHONPATH=. /opt/tools/bin/python scripts/compile_kernel.py --required; \
    fi
COPY openapi.yaml ./
# The modes are set, since those of a working tree depend on its owner's umask.
RUN mkdir /app && cp -r service openapi.yaml /app/ \
    && /opt/venv/bin/python scripts/sbom.py > /app/sbom.cdx.json \
    && /opt/venv/bin/python -m compileall -q /app \
    && chmod -R a+rX,go-w /app /opt/venv

FROM ${BASE}
ARG VERSION=""
ARG REVISION=""
LABEL org.opencontainers.image.title="portes-referee" \
      org.opencontainers.image.description="The referee of Portes and backgammon" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
COPY --from=build /opt/venv /opt/venv
COPY --from=build /app /app
WORKDIR /app
ENV PATH="/opt/venv/bin:$PATH" \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HOST=0.0.0.0 \
    PORT=8080
# A number, since Kubernetes cannot tell from a name that it is not root's.
USER 65532:65532
EXPOSE 8080 9090
STOPSIGNAL SIGTERM
HEALTHCHECK NONE
CMD ["python", "-m", "gunicorn", "--config", "python:service.gunicorn_conf", "service.wsgi:app"]
