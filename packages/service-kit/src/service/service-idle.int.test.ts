import { expect, inject, it, onTestFinished } from 'vitest'
import { sleep } from '../runtime/clock'
import { startServiceWorld } from '../testing/world'
import type { Service } from './service'

it('an idle service sends fewer than 25 database commands in ten seconds', async () => {
  const asked: string[] = []
  const service: Service<undefined> = {
    name: 'games',
    collections: [],
    feeds: [],
    routes: [],
    createDeps({ client }) {
      // Works because the tests' setup enables command monitoring on all clients.
      client.on('commandStarted', ({ commandName, command }) => asked.push(`${commandName} ${command[commandName]}`))
      return undefined
    },
  }
  const world = await startServiceWorld(service, { mongodbUri: inject('mongodbUri'), natsUrl: inject('natsUrl') })
  onTestFinished(world.stop)
  await sleep(3_000)
  asked.length = 0
  await sleep(10_000)
  expect(asked.length, asked.join('\n')).toBeGreaterThan(0)
  expect(asked.length, asked.join('\n')).toBeLessThan(25)
})
