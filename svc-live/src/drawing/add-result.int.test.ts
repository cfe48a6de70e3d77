import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import {
  type DrawDocument,
  drawIdOf,
  type LiveGame,
  liveApi,
  liveTexts,
  type PendingResult,
} from '@cascade/contracts/live'
import { masterDescription } from '@cascade/draw-rules/master'
import { verifyRecord } from '@cascade/draw-rules/verify'
import type { Actor } from '@cascade/service-kit'
import { afterAll, describe, expect, it } from 'vitest'
import { endOf, startLiveWorld } from '../testing/world'

const gameId = gameCodes.funTarget
const world = await startLiveWorld({ [gameId]: masterDescription(gameId) as GameDescription })
afterAll(() => world.stop())

async function save(key: string, result = '7', drawId?: string, as: Actor = world.admin) {
  const body = { adminId: world.adminId, gameId, boosterValue: 1, result, ...(drawId && { drawId }) }
  const approved = { ...as, approvedBy: { id: 'r1', username: 'root', role: 'superadmin' as const } }
  const answer = await world.call(approved, `POST ${liveApi.addResult.path}`, body, { 'idempotency-key': key })
  const { pending } = (answer.body.data ?? {}) as { pending: PendingResult }
  return { ...answer, pending, isReplayed: answer.headers.get('idempotent-replayed') === 'true' }
}
async function readPending() {
  const query = `adminId=${world.adminId}&gameId=${gameId}`
  return (await world.callOk<{ data: LiveGame }>(world.admin, `GET ${liveApi.loadGame.path}?${query}`)).data.pending
}

describe('adding a result', () => {
  it('saves a result once per key: a repeat after the lock does not apply to the next draw', async () => {
    const first = await save('lost')
    expect([first.status, first.isReplayed]).toEqual([200, false])
    await world.moveTo(endOf(first.pending.drawId) - 1_000)
    const again = await save('lost')
    expect([again.status, again.isReplayed, again.pending]).toEqual([200, true, first.pending])
    const { documents } = await world.finish(first.pending.drawId)
    expect(documents[0]?.record).toMatchObject({ result: '7', policy: 'manual' })
    expect(documents[0]?.confidential?.manual?.by).toMatchObject({ username: world.admin.username, approvedBy: 'root' })
    expect(await readPending()).toBeNull()
  })

  it('names the person who chose the result, in a record that can be verified', async () => {
    const person = { id: 'p1', name: 'Anita Rao' }
    const anita = { ...world.admin, person: { ...person, rights: ['live.control' as const] } }
    const { drawId } = (await save('person', '5', undefined, anita)).pending
    const { documents, keys: publicKeys } = await world.finish(drawId)
    const [document] = documents as [DrawDocument]
    expect(document.confidential?.manual?.by).toMatchObject({ username: world.admin.username, person })
    expect(verifyRecord(document, { publicKeys }).filter(({ ok }) => !ok)).toEqual([])
  })

  it('saves a result once when it is sent twice concurrently', async () => {
    const both = await Promise.all([save('both', '3'), save('both', '3')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[1].pending).toEqual(both[0].pending)
    expect(both.filter(({ isReplayed }) => isReplayed)).toHaveLength(1)
  })

  it('rejects another result under the same key, and saves it under a new key', async () => {
    await save('mine', '3')
    expect(await save('mine', '4')).toMatchObject({ status: 422, body: { reason: 'KEY_REUSED' } })
    expect((await save('other', '4')).status).toBe(200)
    expect(await readPending()).toMatchObject({ result: '4' })
  })

  it('saves a result for exactly the named draw, and rejects it once that is locked or neither open nor next', async () => {
    const { drawId: open } = (await save('unnamed')).pending
    const after = (draws: number) => drawIdOf({ adminId: world.adminId, gameId }, endOf(open) + draws * 60_000)
    expect((await save('open', '1', open)).pending).toMatchObject({ drawId: open, result: '1' })
    expect((await save('next', '2', after(1))).pending).toMatchObject({ drawId: after(1), result: '2' })
    const rejected = async (key: string, drawId: string) => {
      const { status, body } = await save(key, '3', drawId)
      return [status, body.message]
    }
    expect(await rejected('later', after(2))).toEqual([409, liveTexts.drawNotNext])
    expect(await rejected('other-game', open.replace(gameId, 'another'))).toEqual([409, liveTexts.drawNotNext])
    await world.moveTo(endOf(open) - 1_000)
    expect(await rejected('locked', open)).toEqual([409, liveTexts.drawLocked])
    expect((await save('next-again', '4', after(1))).pending).toMatchObject({ drawId: after(1), result: '4' })
    await world.finish(open)
    expect(await rejected('drawn', open)).toEqual([409, liveTexts.drawLocked])
    expect(await readPending()).toMatchObject({ drawId: after(1), result: '4' })
  })
})
