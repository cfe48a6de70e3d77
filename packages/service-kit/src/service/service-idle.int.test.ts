import { describe, expect, it, onTestFinished } from 'vitest'
import { useFakeTimers } from '../testing/fake-timers'
import { startServiceWorld } from '../testing/world'
import type { Service } from './service'

describe('an idle service', () => {
  it('sends fewer than 19 database commands in ten seconds', async () => {
    const sent: string[] = []
    const timers = useFakeTimers(() => world.db)
    const service: Service<undefined> = {
      name: 'games',
      collections: [],
      feeds: [],
      routes: [],
      createDeps({ client }) {
        // Works because the tests' setup enables command monitoring on all clients.
        client.on('commandStarted', ({ commandName, command }) => sent.push(`${commandName} ${command[commandName]}`))
        timers.watch(client)
        return undefined
      },
    }
    const world = await startServiceWorld(service)
    onTestFinished(world.stop)
    timers.freeze()
    await timers.advance(3_000)
    sent.length = 0
    await timers.advance(10_000)
    expect(sent.length, sent.join('\n')).toBeGreaterThan(0)
    expect(sent.length, sent.join('\n')).toBeLessThan(19)
  })
})
