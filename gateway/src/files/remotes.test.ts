import { shapeOf } from '@cascade/contracts'
import { accountApi } from '@cascade/contracts/accounts'
import { RemoteDescriptor } from '@cascade/contracts/gateway'
import { describe, expect, it, vi } from 'vitest'
import { createRemoteRegistry, type RemoteSource } from './remotes'

const base = (path: string) => ({ path, roles: ['admin'], order: 1 })
const needsOf = (shape = shapeOf(accountApi.player.list)) => ({
  permissions: ['player.manage'],
  services: [],
  calls: { 'GET /player/all': shape },
})

/** Lists remotes whose `remote.json` has these fields. */
async function list(documents: Record<string, object>) {
  const sources = Object.entries(documents).map(([id, document]): [string, RemoteSource] => [
    id,
    {
      serve: async () => undefined,
      readDescriptor: async () => RemoteDescriptor.parse({ id, title: id, version: '1', bases: [], ...document }),
    },
  ])
  const warn = vi.fn<(fields: object, message: string) => void>()
  const registry = createRemoteRegistry(new Map(sources), { logger: { warn } as never })
  await registry.read()
  const remotes = await registry.read()
  return { remotes, warnings: warn.mock.calls.map(([, message]) => message) }
}

describe('the list of remotes', () => {
  it('leaves out a remote whose remote.json is wrong, with one sentence, and lists the others', async () => {
    const { remotes, warnings } = await list({ accounts: {}, loyalty: { bases: [base('a/b')] }, other: { id: 'else' } })
    expect(remotes.map(({ id }) => id)).toEqual(['accounts'])
    expect(warnings).toEqual([
      expect.stringMatching(/^remote\.json of loyalty could not be read: bases\.0\.path: Invalid string/),
      'remote.json of other could not be read: its id is else',
    ])
  })

  it('leaves out an address that an earlier remote or the shell has, in any case of letters', async () => {
    const { remotes, warnings } = await list({
      accounts: { bases: [base('player')], publicPaths: ['check'] },
      loyalty: { bases: [base('Player'), base('loyalty'), base('dashboard')], publicPaths: ['check', 'terms'] },
    })
    expect(remotes[1]).toMatchObject({ bases: [base('loyalty')], publicPaths: ['terms'] })
    expect(warnings).toEqual([
      'remote.json of loyalty claims /Player, which belongs to accounts: left out',
      'remote.json of loyalty claims /dashboard, which belongs to the shell: left out',
      'remote.json of loyalty claims /public/check, which belongs to accounts: left out',
    ])
  })

  it('leaves out remotes of other teams until all of the suite have been read, so that none takes their addresses', async () => {
    const { remotes } = await list({ accounts: { bases: [base('not valid')] }, loyalty: { bases: [base('player')] } })
    expect(remotes).toEqual([])
  })

  it('marks a remote that needs something the suite lacks, and says what', async () => {
    const shape = shapeOf(accountApi.player.list)
    const { remotes, warnings } = await list({
      fits: { needs: needsOf() },
      older: { needs: needsOf({ ...shape, response: [...shape.response, 'data[].points:number'] }) },
    })
    expect(remotes).toMatchObject([{ id: 'fits' }, { id: 'older', outdated: true }])
    expect(remotes[0]).not.toHaveProperty('outdated')
    expect(remotes[1]).not.toHaveProperty('needs')
    expect(warnings).toEqual([
      'remote.json of older needs an update: GET /player/all does not answer data[].points:number.',
    ])
  })
})
