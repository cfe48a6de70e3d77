import { gameCodes } from '@cascade/contracts/games'
import { inTransaction } from '@cascade/service-kit'
import { makeActor } from '@cascade/service-kit/testing'
import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { createDueStore } from './payout/due-store'
import { keepGames } from './testing/draw-deps'
import { makePlayer } from './testing/make-player'
import { makeTicket } from './testing/make-ticket'
import { startLive } from './testing/start-live'

const gameId = gameCodes.funTarget

it('an answer says whether it is the verdict on its key: booked, or refused by the ledger for good', async () => {
  const { start, ledger, db, client, call } = await startLive()
  await keepGames(db, [gameId])
  await start()
  const { actor, adminId, playerId, row } = await makePlayer(db)
  ledger.fund(row, 10_000n)
  const [player, superadmin] = [makeActor(actor), makeActor()]
  const bets = [{ type: 'straight', drawno: '7', quantity: 10 }]
  const verdict = async (who: typeof player, line: string, body: object) => {
    const { status, headers } = await call(who, line, body, { 'idempotency-key': uuidv7() })
    return [status, headers.get('idempotent-outcome')]
  }
  const bet = (fields = {}) => verdict(player, 'POST /app/createbet', { gameId, bets, ...fields })
  const add = () => verdict(superadmin, 'POST /live/addbalance', { adminId, gameId, type: 'add', balance: 5 })
  const take = () => verdict(player, 'POST /app/take', {})
  await expect.poll(bet).toEqual([201, 'booked'])
  expect(await add()).toEqual([200, 'booked'])

  ledger.faults.refuses = 'LIMIT'
  const ticket = makeTicket({ playerId, win: 500n })
  await inTransaction(client, tx => createDueStore(db).put([ticket], new Date(), tx))
  expect(await Promise.all([bet(), add(), take()])).toEqual(Array(3).fill([400, 'refused']))
  // These may be otherwise a moment later, under the same key too.
  ledger.faults.refuses = 'FROZEN'
  expect(await Promise.all([bet(), add(), take()])).toEqual(Array(3).fill([403, null]))
  expect(await bet({ drawId: 'of-yesterday' })).toEqual([409, null])

  ledger.faults.refuses = undefined
  expect(await take()).toEqual([200, 'booked'])
})
