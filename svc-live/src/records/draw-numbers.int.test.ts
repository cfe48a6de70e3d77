import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import { type LiveGame, liveApi } from '@cascade/contracts/live'
import { masterDescription } from '@cascade/draw-rules/master'
import { makeAccount } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { storeAccounts } from '../testing/make-player'
import { startLiveWorld } from '../testing/world'

const gameId = gameCodes.funTarget
const description = masterDescription(gameId) as GameDescription

const world = await startLiveWorld({ [gameId]: description })
afterAll(() => world.stop())

const offering = () => `adminId=${world.adminId}&gameId=${gameId}`
const listed = async (q: string) => {
  const line = `GET ${liveApi.draws.path}?${offering()}&day=2001-01-01&q=${encodeURIComponent(q)}`
  return liveApi.draws.response.parse(await world.callOk(world.admin, line)).data
}
const found = async (q: string, actor = world.superadmin) =>
  liveApi.findDraws.response.parse(
    await world.callOk(actor, `GET ${liveApi.findDraws.path}?q=${encodeURIComponent(q)}`),
  ).data
const drawOne = async (result: string) => (await world.finish((await world.choose(gameId, { result })).drawId)).drawId

describe('the number of a draw', () => {
  it('is the position of its first result in the chain, in strip, list and search', async () => {
    const first = await drawOne('1')
    const second = await drawOne('2')
    const correction = { drawId: first, result: '5', boosterValue: 1, reason: 'The wheel was read wrongly' }
    const { data } = liveApi.correctResult.response.parse(
      await world.callOk(world.admin, `POST ${liveApi.correctResult.path}`, correction),
    )
    const { number } = data
    const { data: live } = await world.callOk<{ data: LiveGame }>(
      world.admin,
      `GET ${liveApi.loadGame.path}?${offering()}`,
    )
    expect(live.lastData.data.slice(0, 2)).toMatchObject([
      { drawId: second, drawno: '2', number: number + 1 },
      { drawId: first, drawno: '5', number },
    ])
    expect(await listed(`#${number}`)).toMatchObject([{ drawId: first, number, result: '5', resultVersion: 2 }])
    // The correction has its own number in the chain; searching for it finds the corrected draw.
    expect(await listed(String(number + 2))).toMatchObject([{ drawId: first, number }])
    expect(await listed('99,999')).toEqual([])
    expect(await listed('wheel')).toEqual([])
    expect(await found(String(number))).toMatchObject([
      { drawId: first, number, result: '5', gameName: expect.any(String) },
    ])
  })

  it('finds a draw only for operators who control its game', async () => {
    const drawId = await drawOne('3')
    const { number = 0 } = (
      await world.callOk<{ data: LiveGame }>(world.admin, `GET ${liveApi.loadGame.path}?${offering()}`)
    ).data.lastData.data[0] as { number: number }
    expect(await found(String(number), world.admin)).toMatchObject([{ drawId }])
    const other = makeAccount({ role: 'admin' })
    await storeAccounts(world.db, [other])
    const stranger = { ...world.admin, accountId: other.accountId, username: other.username }
    expect(await found(String(number), stranger)).toEqual([])
    const player = await world.player()
    expect((await world.call(player.actor, `GET ${liveApi.findDraws.path}?q=1`)).status).toBe(403)
  })
})
