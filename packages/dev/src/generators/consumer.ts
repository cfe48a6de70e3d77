import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { domainNames } from '@cascade/contracts'
import type { ExternalService } from '@cascade/service-kit'
import { generateKey } from '../suite/keys'
import { fillOutside, outsideFolder } from './outside'

const kits = ['contracts', 'service-kit', 'dev'] as const
const ports = { port: '8300', metricsPort: '8301' }
const feeds: ExternalService['feeds'] = ['accounts', 'accounts.credit', 'accounts.play']
const reserved: readonly string[] = ['gateway', ...domainNames]

/**
 * Writes the repository of a service that reads events, named like its folder, with its key pair.
 * @returns what the operator of the suite adds
 * @throws Error with a sentence if the folder or its name does not fit
 */
export async function generateConsumer(path: string): Promise<string> {
  const outside = outsideFolder(path)
  const { folder, id } = outside
  if (reserved.includes(id)) throw new Error(`${id} is the name of a part of the suite: choose another.`)
  const { d, ...key } = await generateKey(`external.${id}`)
  fillOutside(outside, 'consumer', kits, { metric: id.replaceAll('-', '_'), ...ports })
  const password = `p${randomBytes(16).toString('hex')}`
  writeFileSync(join(folder, '.env'), environment(id, password, JSON.stringify({ ...key, d })), { mode: 0o600 })
  const entry: ExternalService = { id, key, feeds }
  return `${folder} is written. Next: npm install && npm test there; its README.md has the rest.

For the operator of the suite: this entry of SERVICES, for every process.
SERVICES='${JSON.stringify([entry])}'

And this user in nats.conf, with its password from ${join(folder, '.env')} in the environment of NATS.
${natsUser(id)}`
}

/** Reads announcements only: they carry numbers, and events are read from the service that emits them. */
const natsUser = (id: string) => `    {
      user: ${id}, password: $${id.replaceAll('-', '_').toUpperCase()}_PASSWORD
      permissions: {
        publish: { deny: ">" }
        subscribe: [${[`_INBOX_${id}.>`, ...feeds.map(feed => `cascade.head.${feed}`)].map(subject => `"${subject}"`).join(', ')}]
      }
    }`

const environment = (id: string, password: string, privateKey: string) => `# Secret: never commit this file.
CASCADE_PRIVATE_JWK='${privateKey}'
NATS_URL=nats://${id}:${password}@127.0.0.1:4222
ACCOUNTS_URL=http://127.0.0.1:8101
MONGODB_URI=mongodb://127.0.0.1:27017/?replicaSet=rs0
MONGODB_DB=${id}
PORT=${ports.port}
METRICS_PORT=${ports.metricsPort}
NODE_ENV=development
`
