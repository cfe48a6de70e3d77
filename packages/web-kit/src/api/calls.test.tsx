import { timeApi } from '@cascade/contracts/games'
import { describe, expect, it } from 'vitest'
import { listSource } from '../lists/list-source'
import { signInAs } from '../testing/sign-in-as'
import { readQuery } from './calls'

describe('the cache of reads', () => {
  it("never shows one user's reads to the next user of the browser", () => {
    const keys = ['first', 'second'].map(_id => {
      signInAs({ role: 'admin', _id })
      return [readQuery(timeApi.list).queryKey, listSource(timeApi.list).key]
    })
    expect(new Set(keys.flat().map(key => JSON.stringify(key))).size).toBe(4)
    for (const key of keys.flat()) expect(key.slice(0, 2)).toEqual(['games', timeApi.list.id])
  })
})
