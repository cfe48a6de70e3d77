import { type Game, gameCodes } from '@cascade/contracts/games'
import { eventually, makeActor, startServiceWorld } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { gamesService } from '../service'

const root = makeActor({ username: 'root' })
const second = makeActor({ username: 'second' })

const world = await startServiceWorld(gamesService, {}, ['live'])
afterAll(() => world.stop())

async function gameOf(code: string): Promise<Game> {
  const { body } = await world.call(root, `GET /game?q=${code}`)
  const [game] = body.data as Game[]
  if (!game) throw new Error(`no ${code}`)
  return game
}
const idOf = async (code: string) => (await gameOf(code))._id
const read = async (id: string) => world.call(root, `GET /game/${id}`)
const edit = (id: string, body: unknown, ifMatch?: string, actor = root) =>
  world.call(actor, `PUT /game/${id}`, body, ifMatch ? { 'if-match': ifMatch } : {})
const lastEvent = async (type: string, gameId: string) =>
  eventually(async () => (await world.events(type)).findLast(event => (event.data as Game).gameId === gameId))

describe('editing a game', () => {
  it('changes the fields sent and publishes them with before, after and actor', async () => {
    const id = await idOf(gameCodes.lucky10)
    const changes = { gameName: 'Lucky Ten', description: 'Ten numbers', status: 'coming-soon' }
    const answer = await edit(id, changes)
    expect(answer).toMatchObject({ status: 200, body: { message: 'Game updated successfully', data: changes } })
    expect(answer.body.data).toMatchObject({ gameId: gameCodes.lucky10, nodigit: 10, by: { username: 'root' } })
    expect(await lastEvent('games.game.updated.v1', gameCodes.lucky10)).toMatchObject({
      actor: { id: root.accountId, username: 'root', role: 'superadmin' },
      data: {
        gameName: 'Lucky Ten',
        version: 2,
        changes: {
          gameName: { before: 'Lucky 10', after: 'Lucky Ten' },
          status: { before: 'active', after: 'coming-soon' },
        },
      },
    })
  })

  it('names the person who changed it', async () => {
    const person = { id: 'p1', name: 'Anita Rao' }
    const anita = { ...root, person: { ...person, rights: ['games.write' as const] } }
    const id = await idOf(gameCodes.tripleFun)
    expect((await edit(id, { gameName: 'Triple' }, undefined, anita)).status).toBe(200)
    expect((await gameOf(gameCodes.tripleFun)).by).toEqual({ username: 'root', role: 'superadmin', person })
  })

  it('accepts the field names of the create form and a path with a colon', async () => {
    const id = await idOf(gameCodes.bingo)
    const answer = await edit(`:${id}`, { gameDescription: 'Cells', gameStatus: 'inactive' })
    expect(answer.body.data).toMatchObject({ description: 'Cells', status: 'inactive' })
  })

  it('publishes nothing when no field differs', async () => {
    const game = await gameOf(gameCodes.titliSorrat)
    const before = await world.db.collection('outbox').countDocuments()
    expect((await edit(game._id, { gameName: game.gameName, logo: '' })).status).toBe(200)
    expect(await world.db.collection('outbox').countDocuments()).toBe(before)
    expect((await read(game._id)).headers.get('etag')).toBe('"1"')
  })

  it('rejects an edit of an older version with both values of each difference', async () => {
    const id = await idOf(gameCodes.funTimer)
    const etag = (await read(id)).headers.get('etag') ?? ''
    expect((await edit(id, { gameName: 'Timer of root', publisher: 'Root' }, etag)).status).toBe(200)
    const stale = await edit(id, { gameName: 'Timer of second', releaseDate: '2026-02-01' }, etag, second)
    expect(stale).toMatchObject({
      status: 409,
      body: {
        code: 'CONFLICT',
        errors: {
          gameName: 'It is “Timer of root” now, you sent “Timer of second”.',
          publisher: 'It is “Root” now.',
        },
      },
    })
    const { data } = (await read(id)).body as { data: Game }
    expect(data).toMatchObject({ gameName: 'Timer of root', publisher: 'Root', releaseDate: '2025-01-01' })
    const fresh = (await read(id)).headers.get('etag') ?? ''
    expect((await edit(id, { gameName: 'Timer of second' }, fresh, second)).status).toBe(200)
  })

  it('accepts exactly one of eight concurrent edits of the same version', async () => {
    const id = await idOf(gameCodes.roulette)
    const etag = (await read(id)).headers.get('etag') ?? ''
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => edit(id, { gameName: `Wheel ${index}` }, etag)),
    )
    const statuses = answers.map(answer => answer.status).sort()
    expect(statuses).toEqual([200, ...Array(7).fill(409)])
    const winner = answers.find(answer => answer.status === 200)?.body.data as Game
    expect((await gameOf(gameCodes.roulette)).gameName).toBe(winner.gameName)
    expect((await read(id)).headers.get('etag')).toBe('"2"')
  })

  it('applies concurrent edits without a version one after the other', async () => {
    const id = await idOf(gameCodes.dusKaDum)
    const answers = await Promise.all([edit(id, { gameName: 'Dus' }), edit(id, { publisher: 'Kaa' })])
    expect(answers.map(answer => answer.status)).toEqual([200, 200])
    expect(await gameOf(gameCodes.dusKaDum)).toMatchObject({ gameName: 'Dus', publisher: 'Kaa' })
    expect((await read(id)).headers.get('etag')).toBe('"3"')
  })

  it.each([
    [{ gameName: ' ' }, 'gameName'],
    [{ gameName: 'x'.repeat(61) }, 'gameName'],
    [{ nodigit: 0 }, 'nodigit'],
    [{ nodigit: 1001 }, 'nodigit'],
    [{ nodigit: '5' }, 'nodigit'],
    [{ releaseDate: '2025-02-30' }, 'releaseDate'],
    [{ status: 'deleted' }, 'status'],
    [{ logo: 'javascript:alert(1)' }, 'logo'],
    [{ logo: 'http://example.com/a.png' }, 'logo'],
    [{ gameId: 'AAAAAAAA' }, 'gameId'],
    [{ version: 7 }, 'version'],
  ])('rejects %j at its field', async (body, field) => {
    const { status, body: answer } = await edit(await idOf(gameCodes.lucky12), body)
    expect(status).toBe(400)
    expect(answer.errors).toHaveProperty([field])
  })
})

describe('toggling a game', () => {
  it('deactivates an active game and activates any other, on a path with colons', async () => {
    const id = await idOf(gameCodes.lucky16)
    const toggle = (action: string) => world.call(root, `PUT /game/:${id}/:${action}`)
    expect(await toggle('deactivate')).toMatchObject({ status: 200, body: { data: { status: 'inactive' } } })
    expect(await lastEvent('games.game.status-changed.v1', gameCodes.lucky16)).toMatchObject({
      data: { status: 'inactive', changes: { status: { before: 'active', after: 'inactive' } } },
    })
    await edit(id, { status: 'coming-soon' })
    expect(await toggle('activate')).toMatchObject({ status: 200, body: { data: { status: 'active' } } })
    expect((await toggle('remove')).status).toBe(404)
  })
})

describe('deleting a game', () => {
  const busy = (busyNow: boolean, version: number) => ({
    type: 'live.game.busy.v1',
    data: { adminId: 'admin-1', gameId: gameCodes.funTarget, busy: busyNow, version },
  })
  const remove = async (id: string) => world.call(root, `DELETE /game/:${id}`)

  it('rejects a delete while players wait for a result and accepts it afterwards', async () => {
    const id = await idOf(gameCodes.funTarget)
    await world.emit('live', busy(true, 1))
    const refused = await eventually(async () => {
      const rows = await world.db.collection('busy_games').countDocuments({ busy: true })
      return rows === 1 && remove(id)
    })
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('open tickets') } })
    expect((await read(id)).status).toBe(200)
    await world.emit('live', busy(false, 3), busy(true, 2))
    await eventually(async () => (await world.db.collection('busy_games').countDocuments({ busy: true })) === 0)
    expect(await remove(id)).toMatchObject({
      status: 200,
      body: { success: true, message: 'Game deleted successfully' },
    })
    expect(await lastEvent('games.game.removed.v1', gameCodes.funTarget)).toMatchObject({ data: { deleted: true } })
    expect((await world.call(root, 'GET /game')).body.total).toBe(12)
  })

  it('answers 404 to every call for a deleted game', async () => {
    const id = await idOf(gameCodes.tripleChance)
    await remove(id)
    const message = 'No game found with the provided ID.'
    for (const call of [`GET /game/${id}`, `DELETE /game/${id}`, `PUT /game/${id}/activate`, 'GET /game/nothing']) {
      expect(await world.call(root, call), call).toMatchObject({ status: 404, body: { message } })
    }
    expect(await edit(id, { gameName: 'Back' })).toMatchObject({ status: 404, body: { message } })
  })
})
