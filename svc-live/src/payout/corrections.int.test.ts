import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import { changesHeader } from '@cascade/contracts/gateway'
import type { CorrectionPreview } from '@cascade/contracts/live'
import { masterDescription } from '@cascade/draw-rules/master'
import { verifyChain } from '@cascade/draw-rules/verify'
import { accountsOf } from '@cascade/service-kit'
import { afterAll, describe, expect, it } from 'vitest'
import { startLiveWorld } from '../testing/world'

const gameId = 'digits'
const world = await startLiveWorld({ [gameId]: masterDescription(gameCodes.funTarget) as GameDescription })
afterAll(() => world.stop())

async function makeLoser() {
  const player = await world.player(10)
  const { drawId } = await world.choose(gameId, { result: '2' })
  const bets = [{ type: 'straight', drawno: '7', quantity: 10 }]
  await world.callOk(player.actor, 'POST /app/createbet', { gameId, drawId, bets })
  await world.finish(drawId)
  return { player, drawId }
}

describe('a correction', () => {
  it('pays the corrected win of a deleted player to the heir at once, named in preview, audit log and record', async () => {
    const { player, drawId } = await makeLoser()
    const { accountId, username } = player.actor
    const other = await world.player(0)
    await accountsOf(world.db).updateOne({ _id: accountId }, { $set: { deleted: true } })
    const heir = { accountId: world.adminId, username: world.admin.username }
    const query = `drawId=${drawId}&result=7&boosterValue=1`
    const preview = await world.callOk<{ data: CorrectionPreview }>(world.admin, `GET /live/correction?${query}`)
    expect(preview.data.players).toEqual([
      { playerId: accountId, username, before: 0, after: 90, difference: 90, heir },
    ])

    const body = { drawId, result: '7', boosterValue: 1, reason: 'Read wrongly' }
    const { headers } = await world.call(world.admin, 'POST /live/correctresult', body)
    expect(JSON.parse(decodeURIComponent(headers.get(changesHeader) ?? ''))).toContainEqual({
      field: `win of ${username} (deleted)`,
      before: null,
      after: `90.00 to ${heir.username}`,
    })
    const { documents } = await world.waitUntilSettled(drawId)
    const inherited = [{ player: { accountId, username }, heir, win: '9000' }]
    expect(documents.at(-1)).toMatchObject({ confidential: { inherited } })
    expect(verifyChain(documents.slice(-1)).flatMap(findings => findings.filter(({ ok }) => !ok))).toEqual([])
    // The test ledger pays its own player; svc-accounts pays the heir.
    await expect.poll(player.balance).toBe(90)
    expect(other.balance()).toBe(0)
  })

  it('is made once per key: a repeated call is neither another correction nor rejected', async () => {
    const { drawId } = await makeLoser()
    const body = { drawId, result: '7', boosterValue: 1, reason: 'Read wrongly' }
    const correct = () =>
      world.call(world.admin, 'POST /live/correctresult', body, { 'idempotency-key': drawId.slice(-8) })
    const [first, again] = [await correct(), await correct()]
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 200, 'true'])
    expect(again.body.data).toEqual(first.body.data)
  })

  it('leaves the corrected win of an existing player to be claimed, without an heir', async () => {
    const { player, drawId } = await makeLoser()
    const query = `drawId=${drawId}&result=7&boosterValue=1`
    const preview = await world.callOk<{ data: CorrectionPreview }>(world.admin, `GET /live/correction?${query}`)
    expect(preview.data.players[0]).not.toHaveProperty('heir')
    const body = { drawId, result: '7', boosterValue: 1, reason: 'Read wrongly' }
    await world.callOk(world.admin, 'POST /live/correctresult', body)
    const { documents } = await world.waitUntilSettled(drawId)
    expect(documents.at(-1)?.confidential).not.toHaveProperty('inherited')
    const { data } = await world.callOk<{ data: object }>(player.actor, 'POST /app/take', {})
    expect(data).toMatchObject({ claimed: 90, left: 0 })
  })
})
