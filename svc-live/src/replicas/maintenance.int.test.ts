import { MaintenanceChanged } from '@cascade/contracts/accounts'
import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import { drawIdOf, type LiveGame, liveApi, type PlayDraw } from '@cascade/contracts/live'
import { masterDescription } from '@cascade/draw-rules/master'
import { afterAll, describe, expect, it } from 'vitest'
import { endOf, startLiveWorld } from '../testing/world'

const gameId = gameCodes.funTarget
const world = await startLiveWorld({ [gameId]: masterDescription(gameId) as GameDescription })
afterAll(() => world.stop())
const player = await world.player(1_000)

const at = (time: string) => Date.parse(`2026-03-01T${time}.000Z`)
const drawAt = (time: string) => drawIdOf({ adminId: world.adminId, gameId }, at(time))
const plan = (version: number, from: string, to: string) =>
  world.emit({
    type: MaintenanceChanged.shape.type.value,
    data: {
      version,
      maintenance: { from: new Date(at(from)).toISOString(), to: new Date(at(to)).toISOString(), message: 'Servers' },
    },
  })
const bet = async () =>
  (
    await world.call(player.actor, `POST ${liveApi.createBet.path}`, {
      gameId,
      bets: [{ type: 'straight', drawno: '7', quantity: 1 }],
    })
  ).body
const table = async () => (await world.callOk<{ data: PlayDraw }>(player.actor, `GET /play/games/${gameId}/draw`)).data
const screen = async () => {
  const query = `adminId=${world.adminId}&gameId=${gameId}`
  return (await world.callOk<{ data: LiveGame }>(world.admin, `GET ${liveApi.loadGame.path}?${query}`)).data
}
const waiting = (opens: string) => ({ state: 'stopped', opensAt: new Date(at(opens)).toISOString() })
/** Also draws without bets. */
const drawn = async () => {
  const records = await world.db.collection<{ drawId: string }>('records').find().toArray()
  return records.map(({ drawId }) => drawId).filter(drawId => endOf(drawId) > at('10:00:00'))
}

describe('during a maintenance', () => {
  it('the open draw is finished, no other one is opened or drawn, and draws go on after it', async () => {
    expect(await bet()).toMatchObject({ data: { drawId: drawAt('10:01:00') } })
    await plan(1, '10:00:30', '10:03:30')
    await world.moveTo(at('10:01:00'))
    await expect.poll(table, { timeout: 10_000 }).toMatchObject(waiting('10:04:00'))
    await world.waitUntilSettled(drawAt('10:01:00'))
    expect(await screen()).toMatchObject({ opensAt: waiting('10:04:00').opensAt, drawId: drawAt('10:05:00') })
    expect(await bet()).toMatchObject({ code: 'CONFLICT', reason: 'BETTING_STOPPED' })

    await world.moveTo(at('10:03:45'))
    expect(await table()).toMatchObject(waiting('10:04:00'))
    expect(await bet()).toMatchObject({ reason: 'BETTING_STOPPED' })

    await world.moveTo(at('10:04:00'))
    expect(await table()).toMatchObject({ state: 'open', drawId: drawAt('10:05:00') })
    expect(await bet()).toMatchObject({ data: { drawId: drawAt('10:05:00') } })
    await expect.poll(async () => (await screen()).tickets).toBe(1)
    await world.finish(drawAt('10:05:00'))
    expect((await drawn()).sort()).toEqual([drawAt('10:01:00'), drawAt('10:05:00')])
  })

  it('the next draw moves with the end', async () => {
    await plan(2, '10:05:00', '10:20:00')
    await expect.poll(table, { timeout: 10_000 }).toMatchObject(waiting('10:20:00'))
    await world.moveTo(at('10:06:10'))
    expect(await screen()).toMatchObject({ opensAt: waiting('10:20:00').opensAt })
    await plan(3, '10:05:00', '10:06:10')
    await expect.poll(screen, { timeout: 10_000 }).toMatchObject({ opensAt: waiting('10:07:00').opensAt })
    expect(await bet()).toMatchObject({ reason: 'BETTING_STOPPED' })
    await world.moveTo(at('10:07:00'))
    expect(await bet()).toMatchObject({ data: { drawId: drawAt('10:08:00') } })
  })
})
