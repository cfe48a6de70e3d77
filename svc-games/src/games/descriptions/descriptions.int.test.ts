import { type DescriptionVersion, type Game, type GameDescription, gameCodes } from '@cascade/contracts/games'
import { masterDescription } from '@cascade/draw-rules/master'
import { eventually, makeActor, startServiceWorld } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { gamesService } from '../../service'

const root = makeActor({ username: 'root' })

const world = await startServiceWorld(gamesService)
const games = (await world.call(root, 'GET /game')).body.data as Game[]
afterAll(() => world.stop())

const idOf = (code: string) => games.find(game => game.gameId === code)?._id ?? ''
const read = async (code: string, query = '') => {
  const { status, body } = await world.call(root, `GET /game/${idOf(code)}/description${query}`)
  return { status, data: body.data as DescriptionVersion }
}
const change = (code: string, version: number, description: unknown, as = root) =>
  world.call(as, `PUT /game/${idOf(code)}/description`, { version, description })
const masterOf = (code: string) => masterDescription(code) as GameDescription

describe('a description', () => {
  it.each(Object.entries(gameCodes))('exists for %s from the start as in the draw rules', async (_name, code) => {
    const { status, data } = await read(code)
    expect(status).toBe(200)
    expect(data).toMatchObject({ gameId: code, version: 1, by: null })
    expect(data.description).toEqual(masterOf(code))
  })

  it('is published in full when it changes, and every version stays readable', async () => {
    const code = gameCodes.andharBahar
    const before = masterOf(code)
    const after = { ...before, policy: 'random', limits: { ...before.limits, betMax: 500 } }
    const answer = await change(code, 1, after)
    expect(answer).toMatchObject({ status: 200, body: { data: { version: 2, by: { username: 'root' } } } })
    expect((await read(code)).data.description).toEqual(after)
    expect((await read(code, '?version=1')).data.description).toEqual(before)
    const events = await eventually(async () => {
      const events = await world.events('games.description.changed.v1')
      const own = events.filter(event => (event.data as DescriptionVersion).gameId === code)
      return own.length === 2 && own
    })
    expect(events[1]).toMatchObject({
      actor: { username: 'root' },
      data: { gameId: code, version: 2, description: after },
    })
    const { body } = await world.call(root, `GET /game/${idOf(code)}/descriptions?size=1`)
    expect(body).toMatchObject({ total: 2, data: [{ version: 2, by: { username: 'root' } }] })
  })

  it('names the person who changed it in its list of versions', async () => {
    const code = gameCodes.tripleFun
    const person = { id: 'p1', name: 'Anita Rao' }
    const anita = { ...root, person: { ...person, rights: ['games.write' as const] } }
    const limits = { ...masterOf(code).limits, betMax: 500 }
    expect((await change(code, 1, { ...masterOf(code), limits }, anita)).status).toBe(200)
    const { body } = await world.call(root, `GET /game/${idOf(code)}/descriptions?size=1`)
    expect(body.data).toMatchObject([{ version: 2, by: { username: 'root', person } }])
  })

  it('rejects all but one of four concurrent changes of the same version as stale', async () => {
    const code = gameCodes.bingo
    const own = (betMax: number) => ({ ...masterOf(code), limits: { ...masterOf(code).limits, betMax } })
    const answers = await Promise.all([100, 200, 300, 400].map(betMax => change(code, 1, own(betMax))))
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409, 409, 409])
    const winner = answers.find(answer => answer.status === 200)?.body.data as DescriptionVersion
    expect((await read(code)).data).toEqual(winner)
    expect(winner.version).toBe(2)
  })

  it('sets the number of digits and the interval of its game', async () => {
    const code = gameCodes.lucky10
    const before = masterOf(code)
    const options = { first: 1, last: 14, width: 1, separator: '' }
    const after = {
      ...before,
      dimensions: [{ ...before.dimensions[0], options }],
      draw: { ...before.draw, intervalSeconds: 180 },
    }
    expect((await change(code, 1, after)).status).toBe(200)
    const { body } = await world.call(root, `GET /game/${idOf(code)}`)
    expect(body.data).toMatchObject({ nodigit: 14, timeId: [{ timecount: 180 }] })
    await eventually(async () => {
      const events = await world.events('games.game.updated.v1')
      return events.some(event => JSON.stringify(event.data).includes('"timecount":180'))
    })
  })

  it('follows the number of digits of a plain grid only', async () => {
    const edit = (code: string, nodigit: number) => world.call(root, `PUT /game/${idOf(code)}`, { nodigit })
    expect((await edit(gameCodes.dusKaDum, 12)).status).toBe(200)
    const { data } = await read(gameCodes.dusKaDum)
    expect(data.version).toBe(2)
    expect(data.description).toEqual({
      ...masterOf(gameCodes.dusKaDum),
      dimensions: [{ ...masterOf(gameCodes.dusKaDum).dimensions[0], options: expect.objectContaining({ last: 12 }) }],
      bets: [expect.objectContaining({ multiplier: 1100 })],
    })
    const refused = await edit(gameCodes.titliSorrat, 11)
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: { nodigit: expect.stringContaining('description') } },
    })
    expect((await world.call(root, `GET /game/${idOf(gameCodes.titliSorrat)}`)).body.data).toMatchObject({
      nodigit: 12,
    })
  })
})

describe('changing a description', () => {
  const code = gameCodes.funTarget
  const base = masterOf(code)
  it.each([
    ['an interval without a time', { draw: { ...base.draw, intervalSeconds: 75 } }, 'description.draw.intervalSeconds'],
    ['a lock as long as the draw', { draw: { ...base.draw, lockSeconds: 60 } }, 'description.draw.lockSeconds'],
    ['an unknown policy', { policy: 'rigged' }, 'description.policy'],
    ['a bet below its largest', { limits: { ...base.limits, betMax: 0 } }, 'description.limits.betMax'],
    ['a bet that a grid of digits has not', { bets: [{ ...base.bets[0], cover: 'corner' }] }, 'description'],
    ['an unknown field', { jackpot: 5 }, 'jackpot'],
    [
      'a return above 100 % under the policy random',
      { policy: 'random', bets: [{ ...base.bets[0], multiplier: 1_000 }] },
      'description.bets',
    ],
    [
      'a picture that was not uploaded with the game',
      { dimensions: [{ key: 'result', label: 'R', options: [{ drawno: '1', label: '1', image: 'a'.repeat(64) }] }] },
      'description.dimensions',
    ],
  ])('rejects %s', async (_what, patch, field) => {
    const { status, body } = await change(code, 1, { ...base, ...patch })
    expect(status).toBe(400)
    expect(Object.keys(body.errors as object)).toContain(field)
    expect((await read(code)).data.version).toBe(1)
  })

  it('answers 409 and 404 for a version that does not exist', async () => {
    expect((await change(code, 9, base)).status).toBe(409)
    expect((await read(code, '?version=9')).status).toBe(404)
    expect((await read('nothing')).status).toBe(404)
  })
})
