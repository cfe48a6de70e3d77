import { describe, expect, it } from 'vitest'
import { accountApi, childrenApi } from './accounts'
import { buildPath } from './request'

describe('addressOf', () => {
  it('fills in path parameters, URL-encoded', () => {
    const params = { parentId: 'a/b', childId: 'c d' }
    expect(buildPath(childrenApi.admin.read, params)).toBe('/admins/a%2Fb/children/c%20d')
  })
  it('throws without an id of the path', () => {
    expect(() => buildPath(accountApi.player.read, { id: '' })).toThrow('accounts.player.read needs the id "id"')
  })
  it('omits empty, null and undefined query values and keeps zero', () => {
    const query = { page: 0, q: '', sort: undefined, order: null, size: 20 }
    expect(buildPath(accountApi.player.list, {}, query)).toBe('/player/all?page=0&size=20')
  })
})
