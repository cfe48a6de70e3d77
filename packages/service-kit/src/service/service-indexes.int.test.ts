import type { Document } from 'mongodb'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import type { CollectionSpec } from '../mongo/collections'
import { type Interference, startCommandProxy } from '../testing'
import { startServiceWorld } from '../testing/world'
import type { Service } from './service'

const validated: CollectionSpec = {
  name: 'rows',
  validator: {
    $jsonSchema: {
      required: ['amount'],
      properties: { amount: { bsonType: 'long', minimum: 0n }, share: { maximum: 0.5 }, day: { pattern: '^\\d' } },
    },
  },
  indexes: [
    { key: { at: 1 }, options: { expireAfterSeconds: 100 } },
    { key: { seq: 1 }, options: { unique: true, name: 'feed', partialFilterExpression: { seq: { $exists: true } } } },
    { key: { code: 1, at: -1 }, options: { sparse: true } },
  ],
}

async function startWorld(collections: CollectionSpec[]) {
  const sent: Document[] = []
  let interfere: (command: Document) => Interference | undefined = () => undefined
  const proxy = await startCommandProxy(inject('mongodbUri'), command => {
    sent.push(command)
    return interfere(command)
  })
  const service: Service<object> = { name: 'games', collections, feeds: [], routes: [], createDeps: () => ({}) }
  const world = await startServiceWorld(service, { mongodbUri: proxy.uri })
  onTestFinished(async () => {
    await world.stop()
    await proxy.stop()
  })
  return {
    sent,
    restart: world.restart,
    ready: async () => (await fetch(`${world.url}/readyz`)).json(),
    interfere(next: typeof interfere) {
      interfere = next
    },
  }
}

describe('a service', () => {
  it('sends no DDL at its second start', async () => {
    const { restart, sent } = await startWorld([validated])
    const ddl = () =>
      sent.flatMap(command => ['create', 'collMod', 'createIndexes', 'dropIndexes'].filter(name => name in command))
    expect(ddl()).toContain('createIndexes')
    await restart(async () => {
      sent.length = 0
    })
    expect(sent.length).toBeGreaterThan(0)
    expect(ddl()).toEqual([])
  })

  it('is ready and degraded while an index that a release added is built', async () => {
    const collections: CollectionSpec[] = [{ name: 'rows' }]
    const { restart, ready, interfere } = await startWorld(collections)
    collections.push({ name: 'rows', indexes: [{ key: { at: -1 } }] })
    interfere(command => (command.createIndexes === 'rows' ? { delayMs: 5_000 } : undefined))
    await restart()
    const degraded = ['index rows.at_-1 is being built']
    expect(await ready()).toMatchObject({ success: true, missing: [], degraded })
    await expect.poll(ready).toMatchObject({ success: true, missing: [], degraded: [] })
  })
})
