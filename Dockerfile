# Build and runtime stand on the same image; any Debian-based Python from 3.11 on will do.
ARG BASE=python:3.11-slim

FROM ${BASE} AS build
WORKDIR /build
# For the kernel alone. Without a compiler the image is built all the same, and its kernel is
# interpreted; /version tells which.
RUN (apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev) \
    || echo "no compiler: the kernel stays interpreted"

# What the service runs with; without pip, which nothing needs at run time.
COPY requirements.lock ./
RUN python -m venv --without-pip /opt/venv \
    && python -m pip --python /opt/venv/bin/python install --no-cache-dir --require-hashes \
        --requirement requirements.lock

COPY requirements-dev.lock ./
RUN python -m venv /opt/tools \
    && /opt/tools/bin/python -m pip install --no-cache-dir --require-hashes \
        --requirement requirements-dev.lock

COPY scripts ./scripts
COPY service ./service
RUN PYTHONPATH=. /opt/tools/bin/python scripts/compile_kernel.py \
    || echo "not compiled: the kernel stays interpreted"
COPY openapi.yaml ./
RUN mkdir /app && cp -r service openapi.yaml /app/ \
    && find . -maxdepth 1 -name '*.so' -exec cp {} /app/ ';' \
    && /opt/venv/bin/python -m compileall -q /app

FROM ${BASE}
LABEL org.opencontainers.image.title="portes-referee" \
      org.opencontainers.image.description="The referee of Portes and backgammon" \
      org.opencontainers.image.licenses="MIT"
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
