import { afterAll, describe, expect, it } from 'vitest'
import { makeAccount, personFor } from '../testing/make-accounts'
import { publishGames } from '../testing/publish-games'
import { makeWorld } from '../testing/world'

const world = await makeWorld()
await publishGames(world, { _id: 'roulette', version: 1 }, { _id: 'cards', version: 1 })
afterAll(() => world.close())

const gamesOf = async (id: string) => (await world.call(`GET /admins/${id}`)).body.data.games
const create = (games: unknown) => world.call('POST /admins/create', { body: personFor('admin', { games }) })

describe('the games of an admin', () => {
  it('have names from the games domain and no duplicates', async () => {
    const { _id } = await makeAccount(world, 'admin', { games: ['roulette', 'cards', 'roulette'] })
    expect(await gamesOf(_id)).toEqual([
      { _id: 'roulette', gameName: 'Name of roulette' },
      { _id: 'cards', gameName: 'Name of cards' },
    ])
    expect((await world.events('accounts.account.created.v1')).find(data => data.accountId === _id)).toMatchObject({
      games: ['roulette', 'cards'],
    })
  })

  it('must exist, on creation and on edit', async () => {
    const rejection = { status: 400, body: { code: 'VALIDATION', errors: { games: 'This game does not exist.' } } }
    expect(await create(['roulette', 'nowhere'])).toMatchObject(rejection)
    const { _id } = await makeAccount(world, 'admin', { games: ['cards'] })
    const edit = (games: string[]) => world.call(`PUT /admins/${_id}`, { body: { games } })
    expect(await edit(['nowhere'])).toMatchObject(rejection)
    expect((await edit(['roulette'])).body.data.games).toEqual([{ _id: 'roulette', gameName: 'Name of roulette' }])
    expect((await edit([])).body.data.games).toEqual([])
  })

  it('are all games until some were chosen, and none after the last was removed', async () => {
    const gamesShown = async (id: string) => {
      const { games, allGames } = (await world.call(`GET /admins/${id}`)).body.data
      return { games, allGames }
    }
    const publishedGames = async (id: string) => {
      const { games, gamesChosen } =
        (await world.events('accounts.account.updated.v1')).findLast(data => data.accountId === id) ?? {}
      return { games, gamesChosen }
    }
    const { _id } = await makeAccount(world, 'admin', { games: undefined })
    expect(await gamesShown(_id)).toEqual({ games: [], allGames: true })
    expect((await world.call(`PUT /admins/${_id}`, { body: { games: [] } })).status).toBe(200)
    expect(await gamesShown(_id)).toEqual({ games: [] })
    expect(await publishedGames(_id)).toEqual({ games: [], gamesChosen: true })
  })

  it('can be assigned immediately after they were created', async () => {
    const early = create(['new-today'])
    await publishGames(world, { _id: 'new-today', version: 1 })
    expect((await early).status).toBe(201)
  })

  it('no longer include a removed game, which cannot be assigned again', async () => {
    await publishGames(world, { _id: 'wheel', version: 1 })
    const { _id } = await makeAccount(world, 'admin', { games: ['wheel', 'cards'] })
    await publishGames(world, { _id: 'wheel', version: 2, deleted: true })
    await expect.poll(() => gamesOf(_id), { timeout: 5_000 }).toEqual([{ _id: 'cards', gameName: 'Name of cards' }])
    expect((await create(['wheel'])).status).toBe(400)
    // Other fields of the account can still be edited.
    expect((await world.call(`PUT /admins/${_id}`, { body: { note: 'x' } })).status).toBe(200)
  })

  it('have their newest name even if events arrive out of order', async () => {
    const named = (version: number) => ({ _id: 'renamed', version, gameName: `Name ${version}` })
    await publishGames(world, named(3), named(1))
    await publishGames(world, named(2))
    const { _id } = await makeAccount(world, 'admin', { games: ['renamed'] })
    expect(await gamesOf(_id)).toEqual([{ _id: 'renamed', gameName: 'Name 3' }])
  })
})
