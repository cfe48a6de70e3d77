import type { CommandStartedEvent } from 'mongodb'
import { afterAll, describe, expect, it } from 'vitest'
import { makePlayer } from '../testing/make-player'
import { startScratch } from '../testing/scratch'
import { createAccountCache } from './accounts'

const world = await startScratch()
afterAll(() => world.stop())

describe('the cache of accounts', () => {
  it('reads the accounts of players who bet together with few queries, and each once', async () => {
    const players = await Promise.all(Array.from({ length: 20 }, () => makePlayer(world.db)))
    const ids = players.map(({ playerId }) => playerId)
    let queries = 0
    const count = ({ commandName }: CommandStartedEvent) => {
      if (commandName === 'find') queries++
    }
    world.client.on('commandStarted', count)
    const accounts = createAccountCache(world.db)
    const first = await Promise.all(ids.map(accounts.find))
    expect(await Promise.all(ids.map(accounts.find))).toEqual(first)
    world.client.off('commandStarted', count)
    expect(queries).toBe(1)
    expect(first.map(row => row?._id)).toEqual(ids)
    expect(await accounts.find('unknown')).toBeNull()
  })

  it('reads again after a failed query', async () => {
    const { playerId } = await makePlayer(world.db)
    let isDown = true
    const collection: typeof world.db.collection = (...args) => {
      if (isDown) throw new Error('down')
      return world.db.collection(...args)
    }
    const accounts = createAccountCache({ collection } as typeof world.db)
    await expect(accounts.find(playerId)).rejects.toThrow('down')
    isDown = false
    expect((await accounts.find(playerId))?._id).toBe(playerId)
  })
})
