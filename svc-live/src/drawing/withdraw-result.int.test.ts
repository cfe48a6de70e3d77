import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import { type LiveGame, liveApi, liveTexts } from '@cascade/contracts/live'
import { masterDescription } from '@cascade/draw-rules/master'
import { makeAccount } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { storeAccounts } from '../testing/make-player'
import { endOf, startLiveWorld } from '../testing/world'

const gameId = gameCodes.funTarget
const description = masterDescription(gameId) as GameDescription

const world = await startLiveWorld({ [gameId]: description })
afterAll(() => world.stop())

const line = `POST ${liveApi.withdrawResult.path}`
const withdraw = (drawId: string, actor = world.admin) =>
  world.call(actor, line, { adminId: world.adminId, gameId, drawId })
const pending = async () => {
  const query = `adminId=${world.adminId}&gameId=${gameId}`
  return (await world.callOk<{ data: LiveGame }>(world.admin, `GET ${liveApi.loadGame.path}?${query}`)).data.pending
}

describe('withdrawing a result', () => {
  it('withdraws a saved result, and the policy decides', async () => {
    const { drawId } = await world.choose(gameId, { result: '7' })
    await expect.poll(pending).toMatchObject({ result: '7' })
    expect((await withdraw(drawId)).body).toMatchObject({
      message: liveTexts.resultWithdrawn,
      data: { withdrawn: { drawId, result: '7' } },
    })
    expect(await pending()).toBeNull()
    expect(await withdraw(drawId)).toMatchObject({ status: 409, body: { message: liveTexts.nothingSaved } })
    const { documents } = await world.finish(drawId)
    expect(documents[0]?.record).toMatchObject({ policy: 'budgeted', manual: null })
  })

  it('rejects withdrawing a result after its draw has locked, and withdraws one for the next draw', async () => {
    const open = await world.choose(gameId, { result: '3' })
    await world.moveTo(endOf(open.drawId) - 1_000)
    expect(await withdraw(open.drawId)).toMatchObject({ status: 409, body: { message: liveTexts.resultLocked } })
    const next = await world.choose(gameId, { result: '4' })
    expect(next.drawId).not.toBe(open.drawId)
    expect((await withdraw(next.drawId)).status).toBe(200)
    const { documents } = await world.finish(open.drawId)
    expect(documents[0]?.record).toMatchObject({ result: '3', policy: 'manual' })
    expect(await withdraw(open.drawId)).toMatchObject({ status: 409, body: { message: liveTexts.nothingSaved } })
  })

  it('withdraws a result only for operators above the draw, and only a saved one', async () => {
    const { drawId } = await world.choose(gameId, { result: '7' })
    const other = makeAccount({ role: 'admin' })
    await storeAccounts(world.db, [other])
    const player = await world.player()
    const stranger = { ...world.admin, accountId: other.accountId, username: other.username }
    expect((await withdraw(drawId, stranger)).status).toBe(404)
    expect((await withdraw(drawId, player.actor)).status).toBe(403)
    const body = { adminId: world.adminId, gameId, drawId, result: '7' }
    expect((await world.call(world.admin, line, body)).status).toBe(400)
    expect(await pending()).toMatchObject({ drawId })
  })
})
