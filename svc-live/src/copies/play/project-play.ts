import type { AnyEvent } from '@cascade/contracts'
import { type Tx, writeOutbox } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { pairKey } from '../../draws/draw-id'
import { createDrawStore } from '../../draws/draw-store'
import { createTotalStore, dayKey } from '../../totals/total-store'
import { type PlayBatch, sortBatch } from './batch'
import { bookClaims } from './book-claims'
import { bookStakes } from './book-stakes'

/** Writes what a batch of postings means for svc-live, in the transaction that also moves the feed's cursor. */
export async function projectPlay(db: Db, events: readonly AnyEvent[], tx: Tx): Promise<void> {
  const batch = sortBatch(events)
  const told = await bookStakes(db, batch.stakes, tx)
  const draws = createDrawStore(db)
  for (const { drawId, seq } of batch.closings) await draws.close(drawId, seq, tx)
  for (const { details, amount } of batch.settlements) await draws.addSettled(details.draw, BigInt(amount), tx)
  told.push(...(await bookClaims(db, batch.claims, batch.recoveries, tx)))
  const totals = createTotalStore(db)
  await totals.addToDays(dayTotalsOf(batch), tx)
  await totals.setBalances(balancesOf(batch), tx)
  await writeOutbox(db, told, tx)
}

function dayTotalsOf({ stakes, settlements }: PlayBatch) {
  const totals = new Map<string, { play: bigint; win: bigint }>()
  const at = (key: string) => {
    const total = totals.get(key) ?? { play: 0n, win: 0n }
    totals.set(key, total)
    return total
  }
  for (const stake of stakes) at(dayKey(stake, stake.bizDate)).play += BigInt(stake.amount)
  for (const settlement of settlements) at(dayKey(settlement, settlement.bizDate)).win += BigInt(settlement.amount)
  return totals
}

/** What the last posting of each pool left in it. */
function balancesOf({ stakes, settlements, claims, recoveries, poolChanges }: PlayBatch) {
  const postings = [...stakes, ...settlements, ...claims, ...recoveries, ...poolChanges].sort((a, b) => a.seq - b.seq)
  return new Map(
    postings.map(posting => [pairKey(posting), { balance: BigInt(posting.poolBalance), seq: posting.seq }]),
  )
}
