import { describe, expect, it } from 'vitest'
import type { Engine } from './engine'
import { createLeaderClient } from './leader'

describe('the leader client', () => {
  it('does not fail a committed change when the engine cannot reload it', async () => {
    const engine = {
      isOpen: () => true,
      refresh: async () => {
        throw new Error('The database is away.')
      },
    } as unknown as Engine
    const options = { engine, lease: { holder: async () => undefined }, call: async () => undefined, url: 'here' }
    await expect(createLeaderClient(options as never).notifyChange('a1', 'g1')).resolves.toBeUndefined()
  })
})
