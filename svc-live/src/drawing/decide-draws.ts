import { randomBytes } from 'node:crypto'
import type { ConfidentialFacts, DrawFacts, PendingResult } from '@cascade/contracts/live'
import { type Game, parseResult } from '@cascade/draw-rules'
import { createRecord, sealRecord } from '@cascade/draw-rules/record'
import { businessDay, type Tx } from '@cascade/service-kit'
import type { BaseDeps } from '../base-deps'
import { type ChangeRow, changesAfterLock, changesSince } from '../catalog/change-store'
import { type Offering, offeringKey } from '../catalog/offering'
import { createPayoutRun } from '../payout/payout-run-store'
import { appendToChain, type ChainRow } from '../records/chain-store'
import type { DrawRow, FrozenFigures } from '../records/draw-store'
import { createRecordRow, type RecordRow } from '../records/record-store'
import { buildResultEvents } from '../records/result-event'
import { computeTicketRoot } from '../records/ticket-tree'

/** A draw whose time has come. One with tickets is closed. */
export type DueDraw = Offering & { drawId: string; drawAtMs: number; gameVersion: number; gameName: string }

export type DecidedDraw = {
  due: DueDraw
  row: RecordRow
  chain: ChainRow
  listedIds: string[]
}

/**
 * Draws one draw of each offering in a single transaction: the inserted record is the result. Offerings that have drawn
 * this draw or a later one are skipped.
 */
export async function decideDraws(deps: BaseDeps, due: readonly DueDraw[]): Promise<DecidedDraw[]> {
  if (due.length === 0) return []
  const closed = await readClosed(deps, due)
  const rules = new Map<string, Game>()
  for (const each of due) {
    const version = resolveVersion(each, closed.get(each.drawId)?.row)
    rules.set(`${each.gameId}|${version}`, await deps.catalog.rules(each.gameId, version))
  }
  return deps.transaction(async tx => {
    const state = await readState(deps, due, tx)
    const decided: DecidedDraw[] = []
    for (const [index, each] of due.entries()) {
      const chain = state.chains[index]
      const row = state.rows.get(each.drawId)
      const inputs = closed.get(each.drawId)
      if (!chain || !isDue(each, chain, row) || !hasSeed(deps, each, row) || Boolean(row) !== Boolean(inputs)) continue
      const game = rules.get(`${each.gameId}|${resolveVersion(each, row)}`)
      const logged = state.changes.get(offeringKey(each)) ?? []
      if (game) decided.push(await decide(deps, each, { chain, game, logged, ...inputs }))
    }
    await write(deps, decided, state.rows, [...rules.values()], tx)
    return decided
  })
}

const resolveVersion = ({ gameVersion }: DueDraw, row: DrawRow | undefined) =>
  row?.frozen?.gameVersion ?? row?.gameVersion ?? gameVersion

/** A draw with tickets. It is immutable once closed, so it is read before the transaction. */
type ClosedDraw = { row: DrawRow; ticketRoot: string; frozen: FrozenFigures }

async function readClosed(deps: BaseDeps, due: readonly DueDraw[]): Promise<Map<string, ClosedDraw>> {
  const rows = await deps.draws.findByIds(due.map(({ drawId }) => drawId))
  const closed = new Map<string, ClosedDraw>()
  for (const row of rows) {
    if (row.closedSeq === null || !row.frozen) continue
    closed.set(row._id, { row, frozen: row.frozen, ticketRoot: await computeTicketRoot(deps.tickets, row) })
  }
  return closed
}

/** A draw with tickets is due only after the ledger has closed it. */
function isDue({ drawAtMs }: DueDraw, { lastDrawAtMs }: ChainRow, row: DrawRow | undefined): boolean {
  return row ? row.state === 'open' && row.closedSeq !== null : lastDrawAtMs < drawAtMs
}

/** A draw whose seed is not configured waits, without blocking others. */
function hasSeed({ seeds, logger }: BaseDeps, { drawId, drawAtMs }: DueDraw, row: DrawRow | undefined): boolean {
  const keyId = row?.seedKeyId ?? seeds.findKeyId(drawAtMs)
  if (keyId && seeds.has(keyId)) return true
  logger.error({ drawId, keyId }, 'draw blocked: its seed is not configured')
  return false
}

async function readState(deps: BaseDeps, due: readonly DueDraw[], tx: Tx) {
  const rows = await deps.draws.findByIds(
    due.map(({ drawId }) => drawId),
    tx,
  )
  return {
    chains: await deps.chains.read(due, tx),
    rows: new Map(rows.map(row => [row._id, row])),
    changes: await deps.changes.findByOffering(due, tx),
  }
}

type DrawState = { chain: ChainRow; game: Game; logged: readonly ChangeRow[] } & Partial<ClosedDraw>

/** A draw without bets has no frozen figures: every result costs nothing. */
async function decide(deps: BaseDeps, due: DueDraw, state: DrawState): Promise<DecidedDraw> {
  const { chain, game, logged, row, frozen } = state
  const { drawId, adminId, gameId, drawAtMs } = due
  const seedKeyId = row?.seedKeyId ?? deps.seeds.keyIdAt(drawAtMs)
  const gameVersion = resolveVersion(due, row)
  const manual = validManual(
    game,
    chain.pending.find(pending => pending.drawId === drawId),
  )
  const lockAt = new Date(drawAtMs - game.description.draw.lockSeconds * 1_000).toISOString()
  const afterLock = (what: 'balance' | 'percentage', upTo = Number.POSITIVE_INFINITY) =>
    changesAfterLock(logged, { what, upTo, lockAt: frozen && lockAt })
  const late = {
    balance: afterLock('balance', row?.closedSeq ?? undefined),
    percentage: afterLock('percentage', frozen?.percentageVersion),
  }
  const upTo = { balance: late.balance.upTo, percentage: late.percentage.upTo, description: gameVersion }
  const { changes, seen, listedIds } = await changesSince(deps.versions, chain, logged, upTo)
  const facts: DrawFacts = {
    drawId,
    adminId,
    gameId,
    gameVersion,
    resultVersion: 1,
    seedKeyId,
    drawAt: new Date(drawAtMs).toISOString(),
    closingEvent: row?.closedSeq ?? null,
    tickets: row?.tickets ?? 0,
    voidTickets: row?.voidTickets ?? 0,
    ticketRoot: state.ticketRoot ?? (await computeTicketRoot(deps.tickets, null)),
    stakes: Object.fromEntries(Object.entries(row?.stakes ?? {}).map(([leg, stake]) => [leg, String(stake)])),
    seed: deps.seeds.reveal(drawId, seedKeyId),
    manual: manual && { result: manual.result, booster: manual.booster },
    sequence: chain.sequence + 1,
    previous: chain.previous,
  }
  const hidden: ConfidentialFacts = {
    salt: randomBytes(32).toString('hex'),
    balance: frozen ? String(frozen.balance - (chain.paidOut - frozen.paidOut) - late.balance.sum) : null,
    winpercentage: frozen ? String(BigInt(frozen.winpercentage) - late.percentage.sum) : null,
    manual: manual && { by: manual.by, at: manual.at },
    changes,
  }
  const sealed = sealRecord(createRecord(game, facts, hidden), deps.signer)
  const day = businessDay(new Date(drawAtMs), deps.zone)
  const record = createRecordRow(sealed, { day, tickets: row?.tickets ?? 0 })
  return {
    due,
    row: record,
    chain: { ...appendToChain(chain, sealed.record, sealed.hash), seen },
    listedIds,
  }
}

/** A manual result for another game version is void if this version does not know it. */
const validManual = (game: Game, pending: PendingResult | undefined): PendingResult | null =>
  pending && parseResult(game, pending.result) ? pending : null

type Rows = ReadonlyMap<string, DrawRow>

async function write(deps: BaseDeps, decided: readonly DecidedDraw[], rows: Rows, rules: readonly Game[], tx: Tx) {
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
  await deps.records.storeDescriptions(
    rules.map(({ description }) => description),
    tx,
  )
  await deps.draws.markDrawn(
    withTickets.map(({ due }) => due.drawId),
    tx,
  )
  if (withTickets.length > 0)
    await deps.payoutRuns.insert(
      withTickets.map(({ row }) => createPayoutRun(row, deps.now())),
      tx,
    )
  await deps.changes.remove(
    decided.flatMap(({ listedIds }) => listedIds),
    tx,
  )
  await deps.writeEvents(
    decided.flatMap(({ due, row }) => buildResultEvents(row, due.gameName, deps.zone)),
    tx,
  )
}
