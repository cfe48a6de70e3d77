# One file, one small image per room:
#   docker build --target service --build-arg ROOM=svc-accounts .     (gateway and services)
#   docker build --target remote --build-arg ROOM=mf-accounts .       (a remote: only static files)
#   docker build --target shell --build-arg ROOM=shell .              (the shell's files, handed to the gateway)

FROM node:20-bookworm-slim AS source
WORKDIR /app
COPY . .

FROM source AS build
RUN --mount=type=cache,target=/root/.npm npm ci
ARG ROOM
RUN npm run build -w ${ROOM}

FROM source AS dependencies
ARG ROOM
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev -w ${ROOM}

FROM node:20-bookworm-slim AS service
ARG ROOM
ENV NODE_ENV=production HOST=0.0.0.0
ENV NODE_OPTIONS=--max-semi-space-size=4
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=dependencies /app/${ROOM} ./${ROOM}
COPY --from=build /app/${ROOM}/dist ./${ROOM}/dist
WORKDIR /app/${ROOM}
USER node
CMD ["node", "--enable-source-maps", "dist/main.js"]

FROM nginxinc/nginx-unprivileged:1.29-alpine AS remote
ARG ROOM
COPY --from=build /app/${ROOM}/dist /usr/share/nginx/html
EXPOSE 8080

FROM busybox:1.37 AS shell
ARG ROOM
COPY --from=build /app/${ROOM}/dist /files
# Old files stay beside the new ones, so that a page that is open keeps finding its chunks.
CMD ["cp", "-R", "/files/.", "/target/"]
