import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import type { DrawDocument } from '@cascade/contracts/live'
import { masterDescription } from '@cascade/draw-rules/master'
import { afterAll, describe, expect, it } from 'vitest'
import { startLiveWorld } from '../testing/world'
import { createRecordStore } from './record-store'

const gameId = 'digits'
const world = await startLiveWorld({ [gameId]: masterDescription(gameCodes.funTarget) as GameDescription })
afterAll(() => world.stop())

async function makePlayed() {
  const { actor } = await world.player(10)
  const { drawId } = await world.choose(gameId, { result: '2' })
  const bet = { gameId, drawId, bets: [{ type: 'straight', drawno: '7', quantity: 10 }] }
  const { data } = await world.callOk<{ data: { ticketId: string } }>(actor, 'POST /app/createbet', bet)
  const before = await world.call(actor, `GET /live/record/${drawId}?ticketId=${data.ticketId}`)
  await world.finish(drawId)
  return { actor, drawId, ticketId: data.ticketId, before }
}

describe('the public record of a draw', () => {
  it('is shown to holders of a ticket of the draw, and "not found" to all others', async () => {
    const { actor, drawId, ticketId, before } = await makePlayed()
    const other = await makePlayed()
    const line = `GET /live/record/${drawId}`
    const { data } = await world.callOk<{ data: { documents: DrawDocument[] } }>(actor, `${line}?ticketId=${ticketId}`)
    expect(data.documents).toMatchObject([{ record: { drawId, stake: '1000' } }])
    expect(data.documents[0]).not.toHaveProperty('confidential')

    const refusals = await Promise.all(
      [
        `GET /live/record/${world.adminId}_${gameId}_1?ticketId=${ticketId}`,
        line,
        `${line}?ticketId=${other.ticketId}`,
        `${line}?ticketId=unknown`,
      ].map(each => world.call(actor, each)),
    )
    const said = [before, ...refusals].map(({ status, body: { requestId: _id, ...rest } }) => ({ status, rest }))
    expect(said[0]).toMatchObject({ status: 404, rest: { code: 'NOT_FOUND' } })
    expect(said).toEqual(Array.from(said, () => said[0]))
  })

  it('shows a correction at once, even on an instance that has it cached', async () => {
    const { actor, drawId, ticketId } = await makePlayed()
    const line = `GET /live/record/${drawId}?ticketId=${ticketId}`
    const another = createRecordStore(world.db)
    const readResults = async () => {
      const { data } = await world.callOk<{ data: { documents: DrawDocument[] } }>(actor, line)
      return [data.documents, (await another.readPublicRecord(drawId)).documents].map(documents =>
        documents.map(({ record }) => record.result),
      )
    }
    expect(await readResults()).toEqual([['2'], ['2']])
    const body = { drawId, result: '7', boosterValue: 1, reason: 'Read wrongly' }
    await world.callOk(world.admin, 'POST /live/correctresult', body)
    const corrected = ['2', '7']
    expect(await readResults()).toEqual([corrected, corrected])
  })
})
