import { toPoints } from '@cascade/contracts'
import { type Correction, type HistoryRow, parseDrawId } from '@cascade/contracts/live'
import { parseResult, resultLabel, winningLegs, winnings } from '@cascade/draw-rules'
import { type Hidden, personOf } from '@cascade/service-kit'
import type { BaseDeps } from '../base-deps'
import { readLock } from '../records/draw-pages'
import { manualChoiceOf, type RecordSummary } from '../records/record-store'
import { bookedStake, claimDateOf, claimedUntil, type Ticket, toVoidFields } from '../records/ticket'
import type { ListedTicket } from '../records/ticket-store'
import { isCleared } from './clearings'

type RowOptions = { hiddenResults?: readonly Hidden[]; asOf?: Date | undefined }

/**
 * Tickets for the bet list, now or as of a moment, without cleared results. A losing ticket is settled when its draw
 * is: nothing is written to it.
 */
export async function readHistoryRows(
  deps: BaseDeps,
  listed: readonly ListedTicket[],
  { hiddenResults = [], asOf }: RowOptions = {},
): Promise<HistoryRow[]> {
  const { draws, records, catalog, tickets: store } = deps
  const drawIds = [...new Set(listed.map(({ drawId }) => drawId))]
  const [states, { visible, later }] = await Promise.all([
    draws.readStates(drawIds),
    readResultsAt(records, drawIds, asOf),
  ])
  const settledChunks = new Map(states.map(row => [row._id, row.settledChunks]))
  const locks = new Map(await Promise.all(states.map(async row => [row._id, await readLock(deps, row)] as const)))
  // Reread tickets whose draw was settled after they were read.
  const settled = listed.filter(({ drawId, chunk }) => chunk < (settledChunks.get(drawId) ?? 0))
  const reread = new Map((await store.findListed(settled.map(({ _id }) => _id))).map(ticket => [ticket._id, ticket]))
  // The win as of then follows from the bets and the result of that time.
  const correctedIds = listed.filter(({ drawId }) => later.has(drawId)).map(({ _id }) => _id)
  const corrected = new Map((await store.findByIds(correctedIds)).map(ticket => [ticket._id, ticket]))
  return Promise.all(
    listed.map(async ticket => {
      const { _id, username, gameId, drawId, chunk, at, playerId, day } = ticket
      const fresh = reread.get(_id) ?? ticket
      const drawAt = new Date(parseDrawId(drawId)?.drawAtMs ?? 0)
      const isSettled = chunk < (settledChunks.get(drawId) ?? 0) && !isCleared(hiddenResults, day, drawAt)
      const versions = isSettled ? (visible.get(drawId) ?? []) : []
      const record = versions.at(-1)?.sealed.record
      const rules = record && (await catalog.rules(gameId, ticket.gameVersion))
      const toLabel = (result: string) => (rules ? resultLabel(rules, result) : result)
      const corrections = listCorrections(versions, toLabel)
      const label = record && toLabel(record.result)
      const correctedTicket = corrected.get(_id)
      const win = correctedTicket ? await computeWin(deps, correctedTicket, record) : fresh.win
      const voidFields = asOf && (ticket.void?.at ?? asOf) > asOf ? {} : toVoidFields(ticket)
      const lockAt = asOf || ticket.void ? undefined : locks.get(drawId)
      const claimDate = claimDateOf({ ...(asOf ? claimedUntil(fresh, asOf) : fresh), win })
      return {
        ticketId: _id,
        username,
        gameId,
        playerId,
        drawId,
        gameName: catalog.find(gameId)?.game.gameName ?? gameId,
        timeopen: at.toISOString(),
        timeclose: drawAt.toISOString(),
        playpoints: toPoints(voidFields.state ? 0n : bookedStake(ticket)),
        winpoints: toPoints(win),
        resultNo: record?.result ?? null,
        ...(label !== record?.result && { resultLabel: label }),
        booster: record?.booster.value ?? null,
        claimdate: claimDate?.toISOString() ?? null,
        ...(versions[0] && { drawNumber: versions[0].sequence }),
        ...(corrections.length > 0 && { corrections }),
        ...(lockAt !== undefined && { lockAt }),
        ...voidFields,
      }
    }),
  )
}

async function computeWin(
  { catalog }: Pick<BaseDeps, 'catalog'>,
  { gameId, gameVersion, lines, void: returned }: Ticket,
  record: RecordSummary['sealed']['record'] | undefined,
): Promise<bigint> {
  if (!record || returned) return 0n
  const rules = await catalog.rules(gameId, gameVersion)
  const outcome = parseResult(rules, record.result)
  return outcome ? winnings(lines, winningLegs(rules, outcome), record.booster.value) : 0n
}

type Sums = { byDraw: readonly { drawId: string }[]; ids: readonly string[]; asOf: Date }

/** Wins of these tickets as of a moment, for draws that had another result then, or none. */
export async function readWinsAt(deps: BaseDeps, { byDraw, ids, asOf }: Sums): Promise<Map<string, bigint>> {
  const drawIds = byDraw.map(({ drawId }) => drawId)
  const { visible, later } = await readResultsAt(deps.records, drawIds, asOf)
  const wins = new Map([...later].map(drawId => [drawId, 0n]))
  const corrected = [...later].filter(drawId => visible.has(drawId))
  const tickets = corrected.length === 0 ? [] : await deps.tickets.findOfDraws(ids, corrected)
  for (const ticket of tickets) {
    const { drawId } = ticket
    const win = await computeWin(deps, ticket, visible.get(drawId)?.at(-1)?.sealed.record)
    wins.set(drawId, (wins.get(drawId) ?? 0n) + win)
  }
  return wins
}

type Versions = readonly RecordSummary[]

/** When a result became known: the first with its draw, a correction when it was made. */
function knownAt({ drawAt, sealed }: RecordSummary): Date {
  const choice = manualChoiceOf(sealed)
  return sealed.record.resultVersion > 1 && choice ? new Date(choice.at) : drawAt
}

/** Versions of results by draw that were known at `asOf`; all when it is undefined. */
async function readResultsAt(
  records: Pick<BaseDeps['records'], 'findVersions'>,
  drawIds: readonly string[],
  asOf: Date | undefined,
): Promise<{ visible: Map<string, Versions>; later: ReadonlySet<string> }> {
  const visible = new Map<string, RecordSummary[]>()
  const later = new Set<string>()
  for (const version of await records.findVersions(drawIds)) {
    if (asOf && knownAt(version) > asOf) later.add(version.drawId)
    else visible.set(version.drawId, [...(visible.get(version.drawId) ?? []), version])
  }
  return { visible, later }
}

const listCorrections = (versions: Versions, toLabel: (result: string) => string): Correction[] =>
  versions.flatMap(({ sealed }, index) => {
    const before = versions[index - 1]?.sealed.record
    const choice = manualChoiceOf(sealed)
    if (!before || !choice) return []
    const by = { username: choice.by.username, role: choice.by.role, ...personOf(choice.by) }
    const describeResult = ({ result, booster }: RecordSummary['sealed']['record']) =>
      toLabel(result) + (booster.value > 1 ? ` (${booster.value}X)` : '')
    return [
      {
        from: describeResult(before),
        to: describeResult(sealed.record),
        by,
        at: choice.at,
        reason: choice.reason ?? '',
      },
    ]
  })
