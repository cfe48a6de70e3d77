# One file, one small image per room:
#   docker build --target service --build-arg ROOM=svc-accounts .     (gateway, services and packages/operations)
#   docker build --target files --build-arg ROOM=mf-accounts .        (shell and remotes: files for the gateway to serve)
# Where packages come from a registry of one's own: --secret id=npmrc,src=$HOME/.npmrc

# What is installed follows from the manifests alone: a change of code leaves the layers of packages as they are.
FROM node:26-bookworm-slim AS manifests
WORKDIR /all
COPY . .
RUN mkdir /app && cp --parents -p .npmrc package-lock.json package.json */package.json packages/*/package.json /app

FROM node:26-bookworm-slim AS tools
WORKDIR /app
COPY --from=manifests /app ./
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci

# All rooms by one step, which the images of all of them share.
FROM tools AS build
COPY . .
RUN npm run build --workspaces --if-present && rm -f */dist/.cascade-build packages/*/dist/.cascade-build

# npm counts what workspaces develop with as theirs, the bundler too, unless their manifests do not name it. Packages of
# the workspace itself are inside the bundle; npm only links to them.
FROM node:26-bookworm-slim AS dependencies
WORKDIR /app
COPY --from=manifests /app ./
RUN npm pkg delete devDependencies && npm pkg delete devDependencies --workspaces
ARG ROOM
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm install --omit=dev -w ${ROOM} \
    && npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx -w ${ROOM} > sbom.cdx.json \
    && rm -rf node_modules/@cascade node_modules/.package-lock.json

FROM node:26-bookworm-slim AS service
ARG ROOM
ARG VERSION=unnamed
ARG REVISION=unknown
LABEL org.opencontainers.image.title=${ROOM} org.opencontainers.image.version=${VERSION} \
      org.opencontainers.image.revision=${REVISION} org.opencontainers.image.licenses=MIT
ENV NODE_ENV=production HOST=0.0.0.0
ENV NODE_OPTIONS=--max-semi-space-size=4
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=dependencies /app/sbom.cdx.json /app/${ROOM}/package.json ./
COPY --from=build /app/${ROOM}/dist ./dist
# For the volume of LOG_HEADS, which gets this owner.
RUN install -d -o node -g node /heads
USER node
HEALTHCHECK --interval=10s --timeout=5s --retries=6 --start-period=30s \
    CMD ["node", "-e", "process.env.NODE_TLS_REJECT_UNAUTHORIZED = 0; fetch(`http${process.env.TLS_CERT_FILE ? 's' : ''}://127.0.0.1:${process.env.PORT}/readyz`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]

FROM busybox:1.37 AS files
ARG ROOM
ARG VERSION=unnamed
ARG REVISION=unknown
LABEL org.opencontainers.image.title=${ROOM} org.opencontainers.image.version=${VERSION} \
      org.opencontainers.image.revision=${REVISION} org.opencontainers.image.licenses=MIT
RUN mkdir /target && chown 1000:1000 /target
COPY --from=dependencies /app/sbom.cdx.json /
COPY --from=build --chown=1000:1000 /app/${ROOM}/dist /files
USER 1000:1000
# What the new files name comes before them, and old files stay, so that a page that is open finds its chunks.
CMD ["sh", "-c", "cp -Rp /files/static /target/ && cp -Rp /files/. /target/"]
