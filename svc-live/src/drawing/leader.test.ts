import { expect, it } from 'vitest'
import type { Engine } from '../deps'
import { createLeaderClient } from './leader'

it('a change that is committed does not fail as the engine cannot read it now', async () => {
  const engine = {
    isOpen: () => true,
    refresh: async () => {
      throw new Error('The database is away.')
    },
  } as unknown as Engine
  const options = { engine, lease: { holder: async () => undefined }, call: async () => undefined, url: 'here' }
  await expect(createLeaderClient(options as never).notifyChange('a1', 'g1')).resolves.toBeUndefined()
})
