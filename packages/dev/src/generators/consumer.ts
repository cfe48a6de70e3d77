import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { type ExternalService, processEnv } from '@cascade/service-kit'
import { repository } from '../build/packages'
import { type KitName, packKits } from '../release/pack-kits'
import { generateKey } from '../suite/keys'
import { fillTemplates } from './templates'

export const consumerUsage =
  'npm run gen consumer -- <folder>   a service of another team that reads events, outside of this repository'

const kits = ['contracts', 'service-kit', 'dev'] as const satisfies readonly KitName[]
const ports = { port: '8300', metricsPort: '8301' }
const feeds = ['accounts', 'accounts.credit', 'accounts.play']

/**
 * Writes the repository of a service that reads events, named like its folder, with its key pair.
 * @returns what the operator of the suite adds
 * @throws Error with a sentence if the folder or its name does not fit
 */
export async function generateConsumer(path: string): Promise<string> {
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), path)
  const id = basename(folder)
  const { d, ...key } = await generateKey(`external.${id}`)
  const entry: ExternalService = { id, key }
  requireFolder(folder)
  if (!processEnv.SERVICES.safeParse(JSON.stringify([entry])).success)
    throw new Error(`${id} is no name of a service: small letters, digits and hyphens, and no part of the suite.`)

  const packed = packKits(join(folder, 'kits'), kits)
  const archives = Object.fromEntries(kits.map(kit => [kit, basename(packed[kit])]))
  fillTemplates('consumer', folder, { id, metric: id.replaceAll('-', '_'), ...ports, ...versions(), ...archives })
  const password = `p${randomBytes(16).toString('hex')}`
  writeFileSync(join(folder, '.env'), environment(id, password, JSON.stringify({ ...key, d })), { mode: 0o600 })
  return `${folder} is written. Next: npm install && npm test there; its README.md has the rest.

For the operator of the suite: this entry of SERVICES, for every process.
SERVICES='${JSON.stringify([entry])}'

And this user in nats.conf, with its password from ${join(folder, '.env')} in the environment of NATS.
${natsUser(id)}`
}

function requireFolder(folder: string) {
  if (!relative(repository, folder).startsWith('..'))
    throw new Error(`${folder} is inside of this repository: choose a folder outside.`)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty: choose a new folder.`)
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

type Manifest = { engines?: { node: string }; dependencies?: object; devDependencies?: object }

/** Versions that this repository uses. */
function versions(): Record<string, string> {
  const read = (folder: string) =>
    JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8')) as Manifest
  const [root, kit] = [read('.'), read('packages/service-kit')]
  return { node: root.engines?.node ?? '', ...root.devDependencies, ...kit.dependencies }
}
