import type { Names } from '../names'
import { insertInto } from '../text/insert-into'
import { afterLast, beforeFirst } from '../text/lines'
import { type Edit, jsonEdit } from './edit'

/** Where a domain is named besides its own rooms. @param port of its service, from its place in the list of domains */
export function domainEdits({ domain, DOMAIN }: Names, port: number): Edit[] {
  const contracts = 'packages/contracts'
  return [
    {
      path: `${contracts}/src/domain.ts`,
      change: text => insertInto(text, [/export const domainNames = (?=\[)/], `'${domain}',`),
    },
    jsonEdit<{ exports: Record<string, string> }>(`${contracts}/package.json`, manifest => ({
      ...manifest,
      exports: { ...manifest.exports, [`./${domain}`]: `./src/${domain}/index.ts` },
    })),
    { path: 'docker-compose.yml', change: text => composeWith(text, { domain, DOMAIN, port }) },
    {
      path: 'packages/dev/src/servers/streams.ts',
      change: text => beforeFirst(text, /^ {2}gateway: 'gateway\.>',$/, `  ${domain}: '${domain}.>',\n`),
    },
    { path: 'packages/dev/compose/nats.conf', change: text => natsUserWith(text, { domain, DOMAIN }) },
    {
      path: 'packages/dev/monitoring/prometheus.yml',
      change: text => text.replace(`, 'gateway:`, `, 'svc-${domain}:${port + 1000}', 'gateway:`),
    },
    { path: 'README.md', change: text => readmeWith(text, domain) },
    // As `npm run check:domains` compares them; the new domain stands last.
    {
      path: '.github/CODEOWNERS',
      change: text =>
        text +
        roomsOf(domain)
          .map(at => `/${at}/ @cascade/${domain}\n`)
          .join(''),
    },
  ]
}

const roomsOf = (domain: string) => [`mf-${domain}`, `svc-${domain}`, `packages/contracts/src/${domain}`]

type Place = { domain: string; DOMAIN: string; port: number }

function composeWith(text: string, place: Place): string {
  const { domain, DOMAIN, port } = place
  const edits: ((text: string) => string)[] = [
    now => afterLast(now, /^ {2}[A-Z]+_URL: http:\/\/svc-[a-z]+:\d+$/, `  ${DOMAIN}_URL: http://svc-${domain}:${port}`),
    now =>
      afterLast(
        now,
        /^ {2}SVC_[A-Z]+_PASSWORD: .*$/,
        `  SVC_${DOMAIN}_PASSWORD: \${SVC_${DOMAIN}_PASSWORD:?set SVC_${DOMAIN}_PASSWORD, see the head of docker-compose.yml}`,
      ),
    now => beforeFirst(now, /^ {2}gateway:$/, serviceOf(place)),
    now => afterLast(now, /^ {6}[A-Z]+_REMOTE: .*$/, `      ${DOMAIN}_REMOTE: \${${DOMAIN}_REMOTE:-/mf/${domain}}`),
    now =>
      afterLast(
        now,
        /^ {6}svc-[a-z]+: \{ condition: service_healthy \}$/,
        `      svc-${domain}: { condition: service_healthy }`,
      ),
    now => afterLast(now, /^ {6}- mf-[a-z]+:\/mf\/.*$/, `      - mf-${domain}:/mf/${domain}:ro`),
    now =>
      afterLast(
        now,
        /^ {6}mf-[a-z]+: \{ condition: service_completed_successfully \}$/,
        `      mf-${domain}: { condition: service_completed_successfully }`,
      ),
    now => beforeFirst(now, /^ {2}# docker compose --profile monitoring/, remoteOf(domain)),
    now => afterLast(now, /^ {2}mf-[a-z]+: \{\}$/, `  mf-${domain}: {}`),
  ]
  return edits.reduce((now, edit) => edit(now), text)
}

const imageOf = (
  room: string,
  target: string,
) => `    image: \${CASCADE_IMAGES:-cascade}/${room}:\${CASCADE_VERSION:-latest}
    build: { context: ., target: ${target}, args: { ROOM: ${room}, VERSION: '\${CASCADE_VERSION:-latest}' } }`

const serviceOf = ({ domain, DOMAIN, port }: Place) => `  svc-${domain}:
    <<: *process
${imageOf(`svc-${domain}`, 'service')}
    environment:
      <<: *environment
      NATS_URL: nats://svc-${domain}:\${SVC_${DOMAIN}_PASSWORD}@nats:4222
      MONGODB_URI: mongodb://svc-${domain}:\${SVC_${DOMAIN}_PASSWORD}@mongodb:27017/${domain}?replicaSet=cascade
      PORT: ${port}
      METRICS_PORT: ${port + 1000}
      MONGODB_DB: ${domain}
      CASCADE_PRIVATE_JWK: \${SVC_${DOMAIN}_PRIVATE_JWK:?set SVC_${DOMAIN}_PRIVATE_JWK, see the head of docker-compose.yml}
    depends_on: *servers-ready

`

/** It publishes what it is the source of, and hears how far feeds go. */
const natsUserWith = (text: string, { domain, DOMAIN }: Omit<Place, 'port'>) =>
  beforeFirst(
    text,
    /^ {2}\]$/,
    `    {
      user: svc-${domain}, password: $SVC_${DOMAIN}_PASSWORD
      permissions: {
        publish: [
          "cascade.${domain}.>", "cascade.head.${domain}"
        ]
        subscribe: ["_INBOX_svc-${domain}.>", "cascade.head.>"]
      }
    }
`,
  )

const remoteOf = (domain: string) => `  mf-${domain}:
    <<: *files
${imageOf(`mf-${domain}`, 'files')}
    volumes: [mf-${domain}:/target]

`

function readmeWith(text: string, domain: string): string {
  const lineOf = (room: string, what: string) => `- [${room}](${room}/README.md): the ${what} of ${domain}.`
  const withScreens = afterLast(text, /^- \[mf-[a-z]+\].*$/, lineOf(`mf-${domain}`, 'screens'))
  return afterLast(withScreens, /^- \[svc-[a-z]+\].*$/, lineOf(`svc-${domain}`, 'service'))
}
