import { randomBytes } from 'node:crypto'
import { formatPoints, toPoints } from '@cascade/contracts'
import {
  type ConfidentialFacts,
  type CorrectResult,
  type DrawFacts,
  type DrawRow,
  inheritedMax,
  liveTexts,
  type SealedRecord,
} from '@cascade/contracts/live'
import type { Outcome } from '@cascade/draw-rules'
import { createRecord, sealRecord } from '@cascade/draw-rules/record'
import {
  auditChanges,
  authorOf,
  businessDay,
  type Call,
  conflict,
  isDuplicateKey,
  requirePermission,
  type Tx,
} from '@cascade/service-kit'
import { parseOutcome } from '../catalog/parse-outcome'
import type { LiveDeps } from '../deps'
import { postedBy } from '../ledger/ids'
import { appendToChain, type ChainRow, type Correction, resultKeysName } from '../records/chain-store'
import { createRecordRow, type RecordRow, toDrawRow } from '../records/record-store'
import { buildResultEvents } from '../records/result-event'
import { computeTicketRoot } from '../records/ticket-tree'
import { computeChanges, type FinishedDraw, findFinishedDraw, type PlayerChange } from './correction-preview'
import { createPayoutRun, type PayoutRun } from './payout-run-store'

/**
 * Replaces the result of a finished draw with a new version, a further record in the same chain. Settlement then pays
 * the differences per ticket. A repeated key corrects once.
 */
export async function correctResult(deps: LiveDeps, { ctx, input }: Call<CorrectResult>) {
  requirePermission(ctx, 'live.control')
  const correcting = await deps.correctionKeys.once(ctx, input, keep => correctOnce(deps, { ctx, input }, keep))
  if ('before' in correcting) ctx.setHeader('Idempotent-Replayed', 'true')
  const data = 'done' in correcting ? correcting.done : correcting.before.corrected
  return { message: liveTexts.resultCorrected, data }
}

type Keep = (result: Correction, tx: Tx) => Promise<unknown>

async function correctOnce(deps: LiveDeps, { ctx, input }: Call<CorrectResult>, keep: Keep): Promise<DrawRow> {
  const draw = await findFinishedDraw(deps, ctx.actor, input.drawId)
  const outcome = parseOutcome(draw.rules, input)
  const before = draw.newest.sealed.record
  if (before.result === outcome.text && before.booster.value === input.boosterValue)
    throw conflict(liveTexts.sameResult)
  await requireSettled(deps, input.drawId)
  const ticketRoot = await computeTicketRoot(deps.tickets, await deps.draws.find(input.drawId))
  const { changes } = await computeChanges(deps, draw, { outcome, booster: input.boosterValue })
  const inherited = changes.flatMap(toInheritance).slice(0, inheritedMax)
  const corrected = await deps
    .transaction(async tx => {
      const row = await writeCorrection(deps, { draw, outcome, ticketRoot, inherited, ctx, input }, tx)
      const corrected = toDrawRow(row, { state: row.tickets > 0 ? 'drawn' : 'settled', number: draw.number })
      await keep({ corrected }, tx)
      return corrected
    })
    .catch((error: unknown) => {
      // A concurrent correction won: its payout comes first.
      const isOther = isDuplicateKey(error) && !isDuplicateKey(error, resultKeysName)
      throw isOther ? conflict(liveTexts.notSettled) : error
    })
  const booster = { field: 'booster', before: before.booster.value, after: input.boosterValue }
  auditChanges(ctx, [
    { field: 'result', before: before.result, after: outcome.text },
    ...(booster.before === booster.after ? [] : [booster]),
    ...inherited.map(({ player, heir, win }) => ({
      field: `win of ${player.username} (deleted)`,
      before: null,
      after: `${formatPoints(toPoints(BigInt(win)))} to ${heir.username}`,
    })),
  ])
  deps.engine.notifySettlement()
  await deps.leader.notifyChange(before.adminId, before.gameId)
  return corrected
}

type Inheritance = NonNullable<ConfidentialFacts['inherited']>[number]

function toInheritance({ playerId, username, before, after, heir }: PlayerChange): Inheritance[] {
  if (!heir || after <= before) return []
  return [{ player: { accountId: playerId, username }, heir, win: String(after - before) }]
}

type CorrectionInput = { draw: FinishedDraw; outcome: Outcome; ticketRoot: string; inherited: Inheritance[] } & Pick<
  Call<CorrectResult>,
  'ctx' | 'input'
>

async function writeCorrection(deps: LiveDeps, correction: CorrectionInput, tx: Tx) {
  const { newest, rules, offering } = correction.draw
  const { record } = newest.sealed
  const [chain] = await deps.chains.read([record], tx)
  if (!chain) throw new Error('offering without a chain')
  const facts = buildFacts(correction, chain, correction.ticketRoot)
  const sealed = sealRecord(createRecord(rules, facts, buildConfidentialFacts(deps, correction)), deps.signer)
  const day = businessDay(newest.drawAt, deps.zone)
  const row = createRecordRow(sealed, { day, tickets: newest.tickets })
  await deps.records.insert([row], tx)
  await deps.chains.write([appendToChain(chain, sealed.record, sealed.hash)], tx)
  if (row.tickets > 0) {
    await deps.payoutRuns.insert(
      [{ ...createPayoutRun(row, deps.now()), correction: toRunCorrection(record, row, correction) }],
      tx,
    )
    await deps.draws.markUnsettled(row.drawId, tx)
  }
  await deps.writeEvents(buildResultEvents(row, offering.game.gameName, deps.zone), tx)
  return row
}

function toRunCorrection(
  before: SealedRecord['record'],
  row: RecordRow,
  { ctx, input }: CorrectionInput,
): PayoutRun['correction'] {
  const { drawId, reason } = input
  const [from, to] = [formatResult(before), formatResult(row.sealed.record)]
  return { by: postedBy(ctx.actor), facts: { drawId, reason, from, to } }
}

const formatResult = ({ result, booster }: SealedRecord['record']) =>
  booster.value === 1 ? result : `${result} ×${booster.value}`

function buildFacts({ draw, outcome, input }: CorrectionInput, chain: ChainRow, ticketRoot: string): DrawFacts {
  const { record } = draw.newest.sealed
  const { drawId, adminId, gameId, gameVersion, drawAt, closingEvent, stakes, seed, seedKeyId } = record
  return {
    drawId,
    adminId,
    gameId,
    gameVersion,
    drawAt,
    closingEvent,
    stakes,
    seed,
    seedKeyId,
    resultVersion: record.resultVersion + 1,
    tickets: draw.newest.tickets,
    voidTickets: record.voidTickets ?? 0,
    ticketRoot,
    manual: { result: outcome.text, booster: input.boosterValue },
    sequence: chain.sequence + 1,
    previous: chain.previous,
  }
}

function buildConfidentialFacts(deps: LiveDeps, { draw, inherited, ctx, input }: CorrectionInput): ConfidentialFacts {
  return {
    salt: randomBytes(32).toString('hex'),
    ...figuresOf(draw.newest.sealed),
    manual: {
      by: authorOf(ctx.actor),
      at: new Date(deps.clock.now()).toISOString(),
      reason: input.reason,
    },
    changes: [],
    ...(inherited.length > 0 && { inherited }),
  }
}

const figuresOf = ({ confidential }: SealedRecord): Pick<ConfidentialFacts, 'balance' | 'winpercentage'> => ({
  balance: confidential?.balance ?? null,
  winpercentage: confidential?.winpercentage ?? null,
})

/** @throws AppError CONFLICT while the last version is still being paid */
async function requireSettled(deps: LiveDeps, drawId: string): Promise<void> {
  const runs = await deps.payoutRuns.findByDraw(drawId)
  if (runs.some(({ state }) => state === 'open')) throw conflict(liveTexts.notSettled)
}
