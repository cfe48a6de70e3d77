import { type CorrectResult, DrawFacts, type DrawRecord, liveTexts } from '@cascade/contracts/live'
import type { Outcome } from '@cascade/draw-rules'
import { makeRecord, sealRecord } from '@cascade/draw-rules/record'
import { type Ask, businessDay, conflict, requirePermission, type Tx } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import type { JobRow } from '../draws/job-store'
import { drawRowOf } from '../history/draw-rows'
import { type ChainRow, chainAfter } from '../records/chain-store'
import { type RecordRow, recordRow } from '../records/record-store'
import { jobOf, toldOf } from '../results/decide-draws'
import { choiceOf } from './choose-result'
import { type Drawn, findDrawn, requireSettled } from './find-drawn'

/**
 * Replaces the result of a finished draw by a new version of it, a record of its own in the same chain. Settlement then
 * pays the differences, ticket by ticket.
 */
export async function correctResult(deps: LiveDeps, { ctx, input }: Ask<CorrectResult>) {
  requirePermission(ctx, 'live.control')
  const drawn = await findDrawn(deps, ctx.actor, input.drawId)
  const outcome = choiceOf(drawn.rules, input)
  const before = drawn.newest.sealed.record
  if (before.result === outcome.text && before.booster.value === input.boosterValue)
    throw conflict(liveTexts.sameResult)
  await requireSettled(deps, input.drawId)
  const row = await deps.transaction(tx => write(deps, { drawn, outcome, ctx, input }, tx))
  deps.engine.wakeSettlement()
  await deps.holder.changed(before.adminId, before.gameId)
  return { message: liveTexts.resultCorrected, data: drawRowOf(row, row.tickets > 0 ? 'drawn' : 'settled') }
}

type Correction = { drawn: Drawn; outcome: Outcome } & Pick<Ask<CorrectResult>, 'ctx' | 'input'>

async function write(deps: LiveDeps, correction: Correction, tx: Tx) {
  const { newest, rules, pair } = correction.drawn
  const { record } = newest.sealed
  const [chain] = await deps.chains.read([record], tx)
  if (!chain) throw new Error('A pair has a chain')
  const facts = factsOf(deps, correction, chain)
  const sealed = sealRecord(makeRecord(rules, facts), deps.signer)
  const day = businessDay(newest.drawAt, deps.zone)
  const row = recordRow(sealed, { day, tickets: newest.tickets })
  await deps.records.insert([row], tx)
  await deps.chains.write([chainAfter(chain, sealed.record, sealed.hash)], tx)
  if (row.tickets > 0) {
    await deps.jobs.insert([{ ...jobOf({ row }), correction: correctionOf(record, row, correction) }], tx)
    await deps.draws.markUnsettled(row.drawId, tx)
  }
  const { adminId, gameId, drawId, gameVersion } = record
  const due = { adminId, gameId, drawId, gameVersion, drawAtMs: newest.drawAt.getTime(), gameName: pair.game.gameName }
  await deps.writeEvents(toldOf({ due, row }, deps.zone), tx)
  return row
}

function correctionOf(before: DrawRecord, row: RecordRow, { ctx, input }: Correction): JobRow['correction'] {
  const { accountId: id, username, role } = ctx.actor
  const { drawId, reason } = input
  const [from, to] = [resultTextOf(before), resultTextOf(row.sealed.record)]
  return { by: { id, username, role }, facts: { drawId, reason, from, to } }
}

const resultTextOf = ({ result, booster }: DrawRecord) => (booster.value === 1 ? result : `${result} ×${booster.value}`)

function factsOf(deps: LiveDeps, { drawn, outcome, ctx, input }: Correction, chain: ChainRow): DrawFacts {
  const { accountId, username, role } = ctx.actor
  const { record } = drawn.newest.sealed
  return {
    ...firstFacts(record),
    resultVersion: record.resultVersion + 1,
    counter: chain.counter,
    manual: {
      ...{ result: outcome.text, booster: input.boosterValue, by: { accountId, username, role } },
      ...{ at: new Date(deps.clock.now()).toISOString(), reason: input.reason },
    },
    ...{ sequence: chain.sequence + 1, previous: chain.previous },
  }
}

/** What was known before the draw was decided stays as it was. */
function firstFacts(record: DrawRecord): DrawFacts {
  const names: ReadonlySet<string> = new Set(Object.keys(DrawFacts.shape))
  return DrawFacts.parse(Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name))))
}
