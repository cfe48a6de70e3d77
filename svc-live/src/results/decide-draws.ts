import { toHundredths } from '@cascade/contracts'
import { percentageIdOf } from '@cascade/contracts/games'
import { type DrawFacts, DrawResulted, type PendingResult } from '@cascade/contracts/live'
import { type Game, parseResult } from '@cascade/draw-rules'
import { makeRecord, sealRecord } from '@cascade/draw-rules/record'
import { businessDay, type NewEvent, newEvent, type Tx } from '@cascade/service-kit'
import type { BaseDeps } from '../deps'
import { type Pair, pairKey } from '../draws/draw-id'
import type { DrawRow } from '../draws/draw-store'
import type { JobRow } from '../draws/job-store'
import { type ChainRow, chainAfter } from '../records/chain-store'
import { type RecordRow, recordRow } from '../records/record-store'
import { chunkSize } from '../tickets/ticket'

/** A draw whose moment has come. One that has tickets was closed before. */
export type DueDraw = Pair & { drawId: string; drawAtMs: number; gameVersion: number; gameName: string }

export type DecideDeps = Pick<
  BaseDeps,
  | 'transaction'
  | 'writeEvents'
  | 'catalogue'
  | 'chains'
  | 'draws'
  | 'games'
  | 'jobs'
  | 'logger'
  | 'records'
  | 'seeds'
  | 'signer'
  | 'totals'
  | 'zone'
>

export type DecidedDraw = { due: DueDraw; row: RecordRow; chain: ChainRow }

/**
 * Draws one due draw each of several pairs, all in one transaction: that a record is inserted is the result. A pair
 * whose draw of this moment, or a later one, is drawn already is passed over.
 */
export async function decideDraws(deps: DecideDeps, due: readonly DueDraw[]): Promise<DecidedDraw[]> {
  if (due.length === 0) return []
  const percentages = await deps.games.winpercentages(due)
  const rules = new Map<string, Game>()
  for (const { gameId, gameVersion } of due) {
    rules.set(`${gameId}|${gameVersion}`, await deps.catalogue.rules(gameId, gameVersion))
  }
  return deps.transaction(async tx => {
    const state = await readState(deps, due, tx)
    const decided = due.flatMap((each, index) => {
      const chain = state.chains[index]
      const row = state.rows.get(each.drawId)
      if (!chain || !isDue(each, chain, row) || !hasSeed(deps, each, row)) return []
      const game = rules.get(`${each.gameId}|${row?.gameVersion ?? each.gameVersion}`)
      const winpercentage = percentages.get(percentageIdOf(each.adminId, each.gameId)) ?? 0
      return game ? [decide(deps, each, { chain, row, game, winpercentage, balance: state.balance(each) })] : []
    })
    await write(deps, decided, state.rows, [...rules.values()], tx)
    return decided
  })
}

/** One with tickets is never drawn before the ledger has said that these are all. */
function isDue({ drawAtMs }: DueDraw, { lastDrawAtMs }: ChainRow, row: DrawRow | undefined): boolean {
  return row ? row.state === 'open' && row.closedSeq !== null : lastDrawAtMs < drawAtMs
}

/** A draw whose secret was taken away waits for it, and holds up no other. */
function hasSeed({ seeds, logger }: DecideDeps, { drawId }: DueDraw, row: DrawRow | undefined): boolean {
  const keyId = row?.seedKeyId ?? seeds.currentId
  if (seeds.has(keyId)) return true
  logger.error({ drawId, keyId }, 'a draw cannot be drawn: its seed secret is not configured')
  return false
}

async function readState(deps: DecideDeps, due: readonly DueDraw[], tx: Tx) {
  const [chains, rows, balances, jobs] = [
    await deps.chains.read(due, tx),
    await deps.draws.byIds(
      due.map(({ drawId }) => drawId),
      tx,
    ),
    await deps.totals.balances(due, tx),
    await deps.jobs.open(tx),
  ]
  const unpaid = await unpaidByPair(deps, jobs, tx)
  return {
    chains,
    rows: new Map(rows.map(row => [row._id, row])),
    /** Wins of earlier draws that are still to be paid are not there to be won again. */
    balance: (pair: Pair) => (balances.get(pairKey(pair)) ?? 0n) - (unpaid.get(pairKey(pair)) ?? 0n),
  }
}

async function unpaidByPair({ draws }: DecideDeps, jobs: readonly JobRow[], tx: Tx): Promise<Map<string, bigint>> {
  const newest = new Map(jobs.toSorted((a, b) => a.resultVersion - b.resultVersion).map(job => [job.drawId, job]))
  const paid = new Map((await draws.byIds([...newest.keys()], tx)).map(row => [row._id, row.settledAmount]))
  const unpaid = new Map<string, bigint>()
  for (const job of newest.values()) {
    const key = pairKey(job)
    unpaid.set(key, (unpaid.get(key) ?? 0n) + job.payout - (paid.get(job.drawId) ?? 0n))
  }
  return unpaid
}

type Known = { chain: ChainRow; row: DrawRow | undefined; game: Game; winpercentage: number; balance: bigint }

function decide(deps: DecideDeps, due: DueDraw, { chain, row, game, winpercentage, balance }: Known): DecidedDraw {
  const { drawId, adminId, gameId, drawAtMs, gameVersion } = due
  const seedKeyId = row?.seedKeyId ?? deps.seeds.currentId
  const facts: DrawFacts = {
    ...{ drawId, adminId, gameId, gameVersion: row?.gameVersion ?? gameVersion, resultVersion: 1, seedKeyId },
    drawAt: new Date(drawAtMs).toISOString(),
    closingEvent: row?.closedSeq ?? null,
    stakes: Object.fromEntries(Object.entries(row?.stakes ?? {}).map(([leg, stake]) => [leg, String(stake)])),
    balance: String(balance),
    winpercentage: String(toHundredths(winpercentage)),
    seed: deps.seeds.reveal(drawId, seedKeyId),
    counter: chain.counter,
    manual: manualOf(
      game,
      chain.pending.find(pending => pending.drawId === drawId),
    ),
    ...{ sequence: chain.sequence + 1, previous: chain.previous },
  }
  const sealed = sealRecord(makeRecord(game, facts), deps.signer)
  const day = businessDay(new Date(drawAtMs), deps.zone)
  const record = recordRow(sealed, { day, tickets: row?.tickets ?? 0 })
  return { due, row: record, chain: chainAfter(chain, sealed.record, sealed.hash) }
}

/** A choice made for a version of the game that did not come to this draw, and that this one does not know, is void. */
function manualOf(game: Game, pending: PendingResult | undefined): DrawFacts['manual'] {
  if (!pending || !parseResult(game, pending.result)) return null
  const { result, booster, by, at } = pending
  return { result, booster, by, at }
}

type Rows = ReadonlyMap<string, DrawRow>

async function write(deps: DecideDeps, decided: readonly DecidedDraw[], rows: Rows, rules: readonly Game[], tx: Tx) {
  if (decided.length === 0) return
  const withTickets = decided.filter(({ due }) => rows.has(due.drawId))
  await deps.records.insert(
    decided.map(({ row }) => row),
    tx,
  )
  await deps.chains.write(
    decided.map(({ chain }) => chain),
    tx,
  )
  await deps.records.keepDescriptions(
    rules.map(({ description }) => description),
    tx,
  )
  await deps.draws.markDrawn(
    withTickets.map(({ due }) => due.drawId),
    tx,
  )
  if (withTickets.length > 0)
    await deps.jobs.insert(
      withTickets.map(each => jobOf(each)),
      tx,
    )
  await deps.writeEvents(
    decided.flatMap(each => toldOf(each, deps.zone)),
    tx,
  )
}

export function jobOf({ row }: Pick<DecidedDraw, 'row'>): JobRow {
  const { drawId, adminId, gameId, resultVersion, gameVersion, result, booster, payout } = row.sealed.record
  return {
    ...{ _id: row._id, drawId, adminId, gameId, resultVersion, drawAt: row.drawAt, gameVersion, result },
    ...{ booster: booster.value, payout: BigInt(payout), chunks: Math.ceil(row.tickets / chunkSize), next: 0 },
    ...{ state: 'open', at: new Date() },
  }
}

/** Draws of which nobody needs to know tell nothing: hundreds of admins have some in each minute. */
export function toldOf({ due, row }: Pick<DecidedDraw, 'due' | 'row'>, zone: string): NewEvent[] {
  const { record } = row.sealed
  if (row.tickets === 0 && !record.manual) return []
  const { drawId, adminId, gameId, resultVersion, drawAt, result, booster, policy, stake, payout, manual } = record
  return [
    newEvent(
      DrawResulted,
      {
        ...{ drawId, adminId, gameId, gameName: due.gameName, resultVersion, drawAt, result, booster: booster.value },
        ...{ day: businessDay(row.drawAt, zone), policy, stake, payout, tickets: row.tickets },
        ...{ by: manual?.by ?? null, reason: manual?.reason ?? null },
      },
      { requestId: drawId },
    ),
  ]
}
