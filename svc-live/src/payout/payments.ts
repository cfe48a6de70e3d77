import type { ClaimDetails, PostedBy, RecoverDetails } from '@cascade/contracts/accounts'
import { type Background, claimIdOf, isDuplicateKey, startLoop, type Tx } from '@cascade/service-kit'
import { type Pair, pairKey } from '../catalog/offering'
import type { BaseDeps } from '../deps'
import type { PostingOutcome, Rejection } from '../ledger/client'
import { derivedId, systemActor } from '../ledger/ids'
import { createFates } from '../ledger/keyed-runner'
import type { DebtRow, UnclaimedRow } from './payable-store'
import type { PaymentRow } from './payment-store'

/** Tickets of one claim: what it carries through the ledger stays small. */
const ticketsPerClaim = 100

type Timed = { clock: Pick<BaseDeps['clock'], 'now'> }
type Taking = {
  playerId: string
  by: PostedBy
  takeId: string
  requestId: string
  isAutomatic: boolean
  /** Only these tickets; all when absent. */
  ticketIds?: readonly string[] | undefined
  /** Wins at most. */
  limit: number
}

/**
 * Decides on the claims of a player's wins, and on taking back what they owe of results that were corrected. Written
 * down before the ledger is asked; each win is in one claim at a time. A call that is repeated, at the same moment too,
 * has the payments that it began first.
 */
export async function beginPayments(deps: BaseDeps, taking: Taking): Promise<PaymentRow[]> {
  const begun = deps.transaction(async tx => {
    const before = await deps.payments.ofTake(taking.takeId, tx)
    if (before.length > 0) return before
    const wins = await deps.dues.claimableOf(taking.playerId, taking.ticketIds, taking.limit, tx)
    if (wins.length === 0) return []
    const claims = chunksOf(wins).map((chunk, position) => claimOf(deps, taking, chunk, position))
    for (const { _id, ticketIds } of claims) {
      if (!(await deps.dues.markClaiming(ticketIds, _id, tx))) throw new Error('A win was claimed in the meantime.')
    }
    const debts = (await deps.dues.debtsOf(taking.playerId, tx)).filter(({ recoveryId }) => !recoveryId)
    const payments = [...claims, ...(await beginRecoveries(deps, debts, taking, tx))]
    await deps.payments.insert(payments, tx)
    return payments
  })
  return begun.catch(error => {
    if (isDuplicateKey(error)) return deps.payments.ofTake(taking.takeId)
    throw error
  })
}

/** The recoveries of these debts, marked as under way; whoever calls inserts them in the same transaction. */
export async function beginRecoveries(
  deps: Pick<BaseDeps, 'dues'> & Timed,
  debts: readonly DebtRow[],
  { by, takeId, requestId }: Pick<Taking, 'by' | 'takeId' | 'requestId'>,
  tx: Tx,
): Promise<PaymentRow[]> {
  const recoveries = debts.map(debt => {
    const { _id: ticket, adminId, gameId, playerId, amount, correction } = debt
    const details: RecoverDetails = { ticket, ...(correction && { correction: correction.facts }) }
    const posting = {
      id: derivedId('recover', takeId, ticket),
      by: correction?.by ?? by,
      correlationId: requestId,
      adminId,
      gameId,
      playerId,
      amount: String(amount),
    }
    return paymentOf(deps, takeId, [ticket], { kind: 'recover', ...posting, details })
  })
  for (const { _id, ticketIds } of recoveries) await deps.dues.markRecovering(ticketIds[0] ?? '', _id, tx)
  return recoveries
}

function claimOf(deps: BaseDeps, taking: Taking, wins: UnclaimedRow[], position: number) {
  const { playerId, by, takeId, requestId, isAutomatic } = taking
  const [{ adminId, gameId }] = wins as [UnclaimedRow, ...UnclaimedRow[]]
  const amount = String(wins.reduce((sum, win) => sum + win.amount, 0n))
  const details: ClaimDetails = { tickets: wins.map(win => [win._id, String(win.amount)]), isAutomatic }
  const posting = { id: claimIdOf(takeId, position), by, correlationId: requestId, adminId, gameId, playerId, amount }
  return paymentOf(
    deps,
    takeId,
    wins.map(({ _id }) => _id),
    { kind: 'claim', ...posting, details },
  )
}

function paymentOf({ clock }: Timed, takeId: string, ticketIds: string[], request: PaymentRow['request']): PaymentRow {
  const at = new Date(clock.now())
  return { _id: request.id, request, playerId: request.playerId, ticketIds, takeId, state: 'open', at }
}

/** Claims are per game: their points come from its wins. */
function chunksOf(wins: readonly UnclaimedRow[]): UnclaimedRow[][] {
  const byPair = new Map<string, UnclaimedRow[][]>()
  for (const win of wins) {
    const pair: Pair = win
    const chunks = byPair.get(pairKey(pair)) ?? []
    const last = chunks.at(-1)
    if (last && last.length < ticketsPerClaim) last.push(win)
    else chunks.push([win])
    byPair.set(pairKey(pair), chunks)
  }
  return [...byPair.values()].flat()
}

/** A rejected claim is tried again so much later; the player may try at any time. */
const againAfterMs = 24 * 3_600_000
/** Nothing makes these possible later: there is no such wallet, or the ticket is another player's. */
const finalReasons: ReadonlySet<string> = new Set(['MISSING_WALLET', 'NOT_WON'])

/**
 * Brings payments to the ledger, claims first. What it books is written down by the projection of its feed; what it
 * rejects is given up here, so that the wins can be claimed again, or ends for good and is kept with its reason. It is
 * not posted again: its wins may be in another claim by now.
 * @returns the results in the order of the payments; undefined when some are not known yet
 */
export async function postPayments(
  deps: BaseDeps,
  payments: readonly PaymentRow[],
  signal: AbortSignal,
): Promise<PostingOutcome[] | undefined> {
  const open = payments.filter(({ rejection }) => !rejection)
  const results = await deps.ledger.postAll(
    open.map(({ request }) => request),
    signal,
  )
  if (!results) return undefined
  for (const [index, result] of results.entries()) {
    const payment = open[index]
    if (payment && result.outcome === 'refused') await giveUp(deps, payment, result)
  }
  const byId = new Map(results.map(result => [result.id, result]))
  return payments.flatMap(({ _id, rejection }) =>
    rejection ? { outcome: 'refused' as const, id: _id, ...rejection } : (byId.get(_id) ?? []),
  )
}

async function giveUp(deps: BaseDeps, { _id, ticketIds, request }: PaymentRow, rejection: Rejection) {
  const { reason, message, verdict } = rejection
  const { transaction, payments, dues, clock, asideRows, logger } = deps
  const isFinal = finalReasons.has(reason)
  const againAt = isFinal ? 'never' : new Date(clock.now() + againAfterMs)
  await transaction(async tx => {
    await payments.end(_id, tx, { reason, message, ...(verdict && { verdict }) })
    if (isFinal) await asideRows.end(request, reason, tx)
    const [ticketId = ''] = ticketIds
    if (request.kind === 'recover') await dues.releaseRecovery(_id, ticketId, tx)
    else await dues.releaseClaim(_id, ticketIds, againAt, tx)
  })
  logger[isFinal ? 'error' : 'warn']({ paymentId: _id, reason, isFinal }, 'the ledger refuses a payment')
}

const everyMs = 1_000
/** Younger payments are still in the hands of the call that began them. */
const unfinishedAfterMs = 10_000
const winsAtOnce = 500
const paymentsAtOnce = 500
/** Of one player at once: the rest comes with the next round. */
const mostWins = 1_000
const pairsAtOnce = 8

/**
 * Finishes payments that a call or a crash left open, each pair by itself, and claims the wins that have waited long
 * enough, each player by himself.
 */
export function startPayments(deps: BaseDeps, isOpen: () => boolean): Background {
  const { logger } = deps
  const finishing = createFates({ atOnce: pairsAtOnce, logger, name: 'finishing payments' })
  const claiming = createFates({ atOnce: pairsAtOnce, logger, name: 'claiming wins' })

  async function finish(): Promise<void> {
    const before = new Date(deps.clock.now() - unfinishedAfterMs)
    const open = await deps.payments.unfinished(before, deps.aside.ids(), paymentsAtOnce)
    for (const [pair, payments] of groupOf(open, ({ request }: PaymentRow) => pairKey(request))) {
      finishing.start(pair, async signal => void (await postPayments(deps, payments, signal)))
    }
  }

  async function claimOverdue(): Promise<void> {
    const overdue = await deps.dues.overdue(new Date(deps.clock.now()), winsAtOnce)
    for (const [playerId, wins] of groupOf(overdue, win => win.playerId)) {
      const ticketIds = wins.map(({ _id }) => _id)
      claiming.start(playerId, signal => claimFor(deps, playerId, ticketIds, signal))
    }
  }

  const loop = startLoop(
    async () => {
      if (!isOpen()) return undefined
      await finish()
      await claimOverdue()
      return undefined
    },
    { everyMs, logger, name: 'payments' },
  )
  return {
    async stop() {
      await Promise.all([loop, finishing, claiming].map(part => part.stop()))
    },
  }
}

async function claimFor(deps: BaseDeps, playerId: string, ticketIds: readonly string[], signal: AbortSignal) {
  const takeId = deps.newId()
  const taking = { playerId, by: systemActor, takeId, requestId: takeId, isAutomatic: true, ticketIds, limit: mostWins }
  await postPayments(deps, await beginPayments(deps, taking), signal)
}

function groupOf<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}
