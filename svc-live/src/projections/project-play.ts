import type { AnyEvent } from '@cascade/contracts'
import { playEvents, playFeedName } from '@cascade/contracts/accounts'
import { agentsOf, cursorIdOf, type Feed, type Tx, writeOutbox } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { createTotalStore, dayKey } from '../betting/total-store'
import { type ChangeRow, createChangeRow, createChangeStore } from '../catalog/change-store'
import { offeringKey } from '../catalog/offering'
import { createDrawStore, type FrozenFigures } from '../records/draw-store'
import type { Ticket } from '../records/ticket'
import { type PlayBatch, sortBatch } from './play-batch'
import { projectClaims } from './project-claims'
import { projectStakes } from './project-stakes'
import { projectVoids } from './project-voids'

/** Projects a batch of ledger events, in the transaction that moves the feed's cursor. */
export async function projectPlay(db: Db, events: readonly AnyEvent[], tx: Tx): Promise<void> {
  const batch = sortBatch(events)
  const outboxEvents = await projectStakes(db, batch.stakes, tx)
  const returned = await projectVoids(db, batch.voids, tx)
  const draws = createDrawStore(db)
  await closeDraws(db, batch, tx)
  for (const { details, amount } of batch.settlements) await draws.addSettled(details.draw, BigInt(amount), tx)
  outboxEvents.push(...(await projectClaims(db, batch.claims, batch.recoveries, tx)))
  const totals = createTotalStore(db)
  await totals.addToDays(sumByDay(batch, returned), tx)
  await totals.setBalances(lastBalances(batch), tx)
  await createChangeStore(db).insertOnce(batch.poolChanges.map(toPoolChange), tx)
  await writeOutbox(db, outboxEvents, { at: new Date(events.at(-1)?.at ?? 0), tx })
}

/** A returned stake counts no longer on the day of its bet. */
function sumByDay({ stakes, settlements }: PlayBatch, returned: readonly Ticket[]) {
  const totals = new Map<string, { play: bigint; win: bigint }>()
  const at = (key: string) => {
    const total = totals.get(key) ?? { play: 0n, win: 0n }
    totals.set(key, total)
    return total
  }
  for (const stake of stakes) at(dayKey(stake, stake.bizDate)).play += BigInt(stake.amount)
  for (const ticket of returned) at(dayKey(ticket, ticket.day)).play -= ticket.stake
  for (const settlement of settlements) at(dayKey(settlement, settlement.bizDate)).win += BigInt(settlement.amount)
  return totals
}

function lastBalances({ stakes, settlements, claims, recoveries, voids, poolChanges }: PlayBatch) {
  const all = [...stakes, ...settlements, ...claims, ...recoveries, ...voids, ...poolChanges]
  const postings = all.sort((a, b) => a.seq - b.seq)
  const settled = (key: string) => sumOf(settlements.filter(settlement => offeringKey(settlement) === key))
  const last = new Map(postings.map(posting => [offeringKey(posting), posting]))
  return new Map(
    Array.from(last, ([key, { poolBalance, seq }]) => [
      key,
      { balance: BigInt(poolBalance), seq, settled: settled(key) },
    ]),
  )
}

const sumOf = (settlements: PlayBatch['settlements']) =>
  settlements.reduce((sum, { amount }) => sum + BigInt(amount), 0n)

/** Freezes the figures of each draw at its closing, without later postings of the batch. */
async function closeDraws(db: Db, { closings, settlements }: PlayBatch, tx: Tx): Promise<void> {
  if (closings.length === 0) return
  const pools = await createTotalStore(db).pools(closings, tx)
  const draws = createDrawStore(db)
  for (const closing of closings) {
    const before = settlements.filter(each => each.seq < closing.seq && offeringKey(each) === offeringKey(closing))
    const settled = (pools.get(offeringKey(closing))?.settled ?? 0n) + sumOf(before)
    await draws.close(closing.drawId, closing.seq, freezeFigures(closing, settled), tx)
  }
}

function freezeFigures(
  { poolBalance, details }: PlayBatch['closings'][number],
  settled: bigint,
): FrozenFigures | undefined {
  if (!details) return undefined
  const { gameVersion, winpercentage, percentageVersion, settledInFull, paidOut } = details
  const balance = BigInt(poolBalance) - (BigInt(settledInFull) - settled)
  return { gameVersion, winpercentage, percentageVersion, balance, paidOut: BigInt(paidOut) }
}

function toPoolChange(posting: PlayBatch['poolChanges'][number]): ChangeRow {
  const { by, at, amount, poolBalance, type } = posting
  const from = type === 'add' ? String(BigInt(poolBalance) - BigInt(amount)) : amount
  const actor =
    by.role === 'system' ? null : { accountId: by.id, username: by.username, role: by.role, ...agentsOf(by) }
  const change = { what: 'balance' as const, from, to: poolBalance, by: actor, at: at.toISOString() }
  return createChangeRow(posting, posting.seq, change)
}

const events = Object.values(playEvents)

/**
 * Projection of the ledger: tickets, totals, pools and claims, from every posting in booking order. A draw is complete
 * by order, not by time: its closing follows all its stakes.
 */
export const playFeed: Feed = {
  producer: 'accounts',
  feed: playFeedName,
  name: 'live-play',
  collections: [],
  publishes: true,
  schemas: Object.fromEntries(events.map(event => [event.shape.type.value, event])),
  project: (db, batch: readonly AnyEvent[], tx) => projectPlay(db, batch, tx),
}

export function createPlayCursor(db: Db) {
  const _id = cursorIdOf(playFeed)
  return async (): Promise<number> =>
    Number((await db.collection<{ _id: string; lastSeq: number }>('cursors').findOne({ _id }))?.lastSeq ?? 0)
}
