# A server of tables. `docker compose up` starts it; docs/how-to/docker.md shows how to use it.
# The last stage has Python and the wheel alone: no compiler, no Node, no source.

FROM node:22-bookworm-slim AS page
WORKDIR /kibitz/frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
RUN npm ci
COPY frontend ./
RUN npm run build

FROM python:3.13-slim-bookworm AS wheel
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /kibitz
COPY pyproject.toml CMakeLists.txt README.md LICENSE NOTICE ./
COPY native native
COPY src src
COPY --from=page /kibitz/src/kibitz/server/static src/kibitz/server/static
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /dist \
    --config-settings=cmake.define.KIBITZ_REQUIRE_NATIVE=ON .

FROM python:3.13-slim-bookworm
COPY --from=wheel /dist /dist
RUN pip install --no-cache-dir "$(ls /dist/kibitz-*.whl)[metrics,postgres]" && rm -rf /dist
RUN useradd --system --uid 10001 --create-home --home-dir /data kibitz
USER 10001
ENV KIBITZ_HOME=/data PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8642
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8642/api/server', timeout=4)"]
# Anyone who can reach the port needs the passphrase in KIBITZ_PASSPHRASE.
CMD ["kibitz", "serve", "--host", "0.0.0.0", "--port", "8642"]
