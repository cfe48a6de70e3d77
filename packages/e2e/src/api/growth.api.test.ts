import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { domainNames } from '@cascade/contracts'
import { MongoClient } from 'mongodb'
import { connect } from 'nats'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

const guide = readFileSync(fileURLToPath(new URL('../../../../OPERATIONS.md', import.meta.url)), 'utf8')
const daySeconds = 86_400

/** A row of the table: services, collections or streams, retention. */
type Line = { of: string[]; names: string[]; retention: string }

function tableOf(text: string): Line[] {
  const section = text.split('\n## What grows\n')[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| Of |'))
  return rows.map(row => {
    const [of = '', names = '', retention = ''] = row
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim())
    return { of: of.split(', '), names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name), retention }
  })
}

const table = tableOf(guide)
const servicesOf = (of: string) => (of === 'all' ? [...domainNames] : [of])
const documented = new Map<string, string>(
  table.flatMap(({ of, names, retention }) =>
    of.flatMap(servicesOf).flatMap(service => names.map((name): [string, string] => [`${service}.${name}`, retention])),
  ),
)

/** Retention of a collection by its TTL index, in the wording of the table. */
function retentionOf(indexes: readonly { key: object; expireAfterSeconds?: number }[]): string | undefined {
  const [found] = indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)
  if (!found) return undefined
  const [field] = Object.keys(found.key)
  const days = Number(found.expireAfterSeconds) / daySeconds
  return days === 0 ? `until \`${field}\`` : `${days} day${days === 1 ? '' : 's'} after \`${field}\``
}
const isTimed = (retention: string) => /(after|until) `/.test(retention)

let client: MongoClient
beforeAll(async () => {
  client = await MongoClient.connect(inject('suiteServers').mongodbUri)
})
afterAll(() => client.close())

describe('OPERATIONS.md', () => {
  it('documents the retention of every collection as configured in the database', async () => {
    const found = new Map<string, string | undefined>()
    for (const domain of domainNames) {
      const db = client.db(domain)
      for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
        if (name.startsWith('system.')) continue
        found.set(`${domain}.${name.replace(/^g\d+_/, 'g*_')}`, retentionOf(await db.collection(name).indexes()))
      }
    }
    expect([...found.keys()].filter(name => !documented.has(name))).toEqual([])
    expect([...documented.keys()].filter(name => !name.startsWith('stream.') && !found.has(name))).toEqual([])
    const actual = [...found].map(([name, retention]) => [name, retention ?? 'not by time'])
    expect(actual).toEqual(
      [...found.keys()].map(name => [name, isTimed(documented.get(name) ?? '') ? documented.get(name) : 'not by time']),
    )
  })

  it('documents the age and size limits of the stream as configured in NATS', async () => {
    const nats = await connect({ servers: inject('suiteServers').natsUrl })
    const found: [string, string][] = []
    for await (const { config } of (await nats.jetstreamManager()).streams.list()) {
      const retention = `${config.max_age / 1e9 / daySeconds} days, ${config.max_bytes / 1024 / 1024} MB`
      found.push([`stream.${config.name.replace('cascade_', '')}`, retention])
    }
    await nats.close()
    expect(found.sort()).toEqual([...documented].filter(([name]) => name.startsWith('stream.')).sort())
  })
})
