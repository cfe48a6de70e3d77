import { gameCodes } from '@cascade/contracts/games'
import { betTexts, liveTexts } from '@cascade/contracts/live'
import { bookingIdOf, inTransaction } from '@cascade/service-kit'
import { makeActor } from '@cascade/service-kit/testing'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { createPayableStore } from '../payout/payable-store'
import { storeGames } from '../testing/draw-deps'
import { makePlayer } from '../testing/make-player'
import { makeTicket } from '../testing/make-ticket'
import { startLive } from '../testing/start-live'

const gameId = gameCodes.funTarget
const bets = [{ type: 'straight', drawno: '7', quantity: 10 }]

async function startTable() {
  const live = await startLive()
  await storeGames(live.db, [gameId])
  await live.start()
  const { actor, adminId, playerId, row } = await makePlayer(live.db)
  live.ledger.fund(row, 10_000n)
  const [player, superadmin] = [makeActor(actor), makeActor()]
  const isOpen = async () => (await live.call(player, 'POST /app/createbet', { gameId, bets })).status
  await expect.poll(isOpen).toBe(201)
  return { ...live, player, superadmin, adminId, playerId }
}

describe('the verdict on an idempotency key', () => {
  it('marks a response as final for its key when the ledger has booked or finally rejected it', async () => {
    const { ledger, db, client, call, player, superadmin, adminId, playerId } = await startTable()
    const verdict = async (who: typeof player, line: string, body: object) => {
      const { status, headers } = await call(who, line, body, { 'idempotency-key': uuidv7() })
      return [status, headers.get('idempotent-outcome')]
    }
    const bet = (fields = {}) => verdict(player, 'POST /app/createbet', { gameId, bets, ...fields })
    const add = () => verdict(superadmin, 'POST /live/addbalance', { adminId, gameId, type: 'add', balance: 5 })
    const take = () => verdict(player, 'POST /app/take', {})
    expect(await bet()).toEqual([201, 'booked'])
    expect(await add()).toEqual([200, 'booked'])

    ledger.faults.refuses = 'LIMIT'
    const ticket = makeTicket({ playerId, win: 500n })
    await inTransaction(client, tx => createPayableStore(db).sync([ticket], new Date(), tx))
    expect(await Promise.all([bet(), add(), take()])).toEqual(Array(3).fill([400, 'refused']))
    ledger.faults.refuses = 'FROZEN'
    expect(await Promise.all([bet(), add(), take()])).toEqual(Array(3).fill([403, null]))
    expect(await bet({ drawId: 'of-yesterday' })).toEqual([409, null])
    ledger.faults.refuses = 'INSUFFICIENT'
    expect(await bet()).toEqual([400, null])

    ledger.faults.refuses = undefined
    expect(await take()).toEqual([200, 'booked'])
  })

  it("names the booked transfer, and rejects amounts beyond the ledger's range with a message of its own", async () => {
    const { ledger, db, client, call, player, superadmin, adminId, playerId } = await startTable()
    const won = () =>
      inTransaction(client, tx => createPayableStore(db).sync([makeTicket({ playerId, win: 500n })], new Date(), tx))
    const calls = [
      { who: player, line: 'POST /app/createbet', body: { gameId, bets }, limit: betTexts.stakeLimit },
      { who: player, line: 'POST /app/take', body: {}, limit: betTexts.takeLimit },
      {
        who: superadmin,
        line: 'POST /live/addbalance',
        body: { adminId, gameId, type: 'add', balance: 5 },
        limit: liveTexts.balanceLimit,
      },
    ] as const
    for (const { who, line, body, limit } of calls) {
      await won()
      const key = uuidv7()
      const keyed = await call(who, line, body, { 'idempotency-key': key })
      expect(keyed.body.data).toMatchObject({ transferId: bookingIdOf(who.accountId, key) })
      await won()
      const keyless = await call(who, line, body)
      const { transferId } = keyless.body.data as { transferId?: string }
      expect(ledger.isBooked(transferId ?? '')).toBe(true)
      await won()
      ledger.faults.refuses = 'LIMIT'
      expect((await call(who, line, body)).body).toMatchObject({ code: 'VALIDATION', reason: 'LIMIT', message: limit })
      ledger.faults.refuses = undefined
    }
  })
})
