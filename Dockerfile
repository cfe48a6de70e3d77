# One file, one small image per package:
#   docker build --target service --build-arg PACKAGE=svc-accounts .     (gateway, services and packages/operations)
#   docker build --target files --build-arg PACKAGE=mf-accounts .        (shell and remotes: files for the gateway)
# With a private registry: --secret id=npmrc,src=$HOME/.npmrc

# Manifests only, so that a code change does not invalidate the layers with packages.
FROM node:26-bookworm-slim AS manifests
WORKDIR /all
COPY . .
RUN mkdir /app && cp --parents -p .npmrc package-lock.json package.json */package.json packages/*/package.json /app

FROM node:26-bookworm-slim AS tools
WORKDIR /app
COPY --from=manifests /app ./
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci

# Builds all packages in one step that all images share.
FROM tools AS build
COPY . .
RUN npm run build --workspaces --if-present && rm -f */dist/.cascade-build packages/*/dist/.cascade-build

# `npm install --omit=dev -w` keeps devDependencies of workspaces, so they are deleted from the manifests first. Workspace
# packages are inside the bundle; npm only links to them.
FROM node:26-bookworm-slim AS dependencies
WORKDIR /app
COPY --from=manifests /app ./
RUN npm pkg delete devDependencies && npm pkg delete devDependencies --workspaces
ARG PACKAGE
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm install --omit=dev -w ${PACKAGE} \
    && npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx -w ${PACKAGE} > sbom.cdx.json \
    && rm -rf node_modules/@cascade node_modules/.package-lock.json

FROM node:26-bookworm-slim AS service
ARG PACKAGE
ARG VERSION=unnamed
ARG REVISION=unknown
LABEL org.opencontainers.image.title=${PACKAGE} org.opencontainers.image.version=${VERSION} \
      org.opencontainers.image.revision=${REVISION} org.opencontainers.image.licenses=MIT
ENV NODE_ENV=production HOST=0.0.0.0
ENV NODE_OPTIONS=--max-semi-space-size=4
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=dependencies /app/sbom.cdx.json /app/${PACKAGE}/package.json ./
COPY --from=build /app/${PACKAGE}/dist ./dist
# A new volume for LOG_HEADS takes this owner.
RUN install -d -o node -g node /heads
USER node
HEALTHCHECK --interval=10s --timeout=5s --retries=6 --start-period=30s \
    CMD ["node", "-e", "process.env.NODE_TLS_REJECT_UNAUTHORIZED = 0; fetch(`http${process.env.TLS_CERT_FILE ? 's' : ''}://127.0.0.1:${process.env.PORT}/readyz`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]

FROM busybox:1.37 AS files
ARG PACKAGE
ARG VERSION=unnamed
ARG REVISION=unknown
LABEL org.opencontainers.image.title=${PACKAGE} org.opencontainers.image.version=${VERSION} \
      org.opencontainers.image.revision=${REVISION} org.opencontainers.image.licenses=MIT
RUN mkdir /target && chown 1000:1000 /target
COPY --from=dependencies /app/sbom.cdx.json /
COPY --from=build --chown=1000:1000 /app/${PACKAGE}/dist /files
USER 1000:1000
# Chunks are copied before the files that name them, and old files stay for open pages.
CMD ["sh", "-c", "cp -Rp /files/static /target/ && cp -Rp /files/. /target/"]
