import { toPoints } from '@cascade/contracts'
import type { Correction, HistoryRow } from '@cascade/contracts/live'
import { labelOfResult, parseResult, winningLegs, winnings } from '@cascade/draw-rules'
import type { Hidden } from '@cascade/service-kit'
import { parseDrawId } from '../catalog/offering'
import type { BaseDeps } from '../deps'
import { choiceIn, type RecordSummary } from '../records/record-store'
import { claimDateOf, claimedBy, type Ticket } from '../records/ticket'
import type { ListedTicket } from '../records/ticket-store'
import { isCleared } from './clearings'

type Shown = { hiddenResults?: readonly Hidden[]; asOf?: Date | undefined }

/**
 * Tickets as the bet list shows them, now or as it stood at a moment, without results that were cleared. A losing
 * ticket is settled when its draw says so: nothing is written to it.
 */
export async function historyRowsOf(
  deps: BaseDeps,
  read: readonly ListedTicket[],
  { hiddenResults = [], asOf }: Shown = {},
): Promise<HistoryRow[]> {
  const { draws, records, catalogue, tickets: store } = deps
  const drawIds = [...new Set(read.map(({ drawId }) => drawId))]
  const [states, { known, later }] = await Promise.all([draws.states(drawIds), resultsAt(records, drawIds, asOf)])
  const settledChunks = new Map(states.map(row => [row._id, row.settledChunks]))
  // A draw that was settled after its tickets were read has given them what they do not tell yet.
  const settled = read.filter(({ drawId, chunk }) => chunk < (settledChunks.get(drawId) ?? 0))
  const again = new Map((await store.listed(settled.map(({ _id }) => _id))).map(ticket => [ticket._id, ticket]))
  // Their win was another one then: it follows from their bets.
  const others = read.filter(({ drawId }) => later.has(drawId)).map(({ _id }) => _id)
  const corrected = new Map((await store.byIds(others)).map(ticket => [ticket._id, ticket]))
  return Promise.all(
    read.map(async ticket => {
      const { _id, username, gameId, drawId, chunk, at, stake, playerId, day } = ticket
      const fresh = again.get(_id) ?? ticket
      const drawAt = new Date(parseDrawId(drawId)?.drawAtMs ?? 0)
      const isSettled = chunk < (settledChunks.get(drawId) ?? 0) && !isCleared(hiddenResults, day, drawAt)
      const versions = isSettled ? (known.get(drawId) ?? []) : []
      const record = versions.at(-1)?.sealed.record
      const rules = record && (await catalogue.rules(gameId, ticket.gameVersion))
      const wordsOf = (result: string) => (rules ? labelOfResult(rules, result) : result)
      const corrections = correctionsOf(versions, wordsOf)
      const label = record && wordsOf(record.result)
      const then = corrected.get(_id)
      const win = then ? await winBy(deps, then, record) : fresh.win
      const claimDate = claimDateOf({ ...(asOf ? claimedBy(fresh, asOf) : fresh), win })
      return {
        ticketId: _id,
        username,
        gameId,
        playerId,
        drawId,
        gameName: catalogue.find(gameId)?.game.gameName ?? gameId,
        timeopen: at.toISOString(),
        timeclose: drawAt.toISOString(),
        playpoints: toPoints(stake),
        winpoints: toPoints(win),
        resultNo: record?.result ?? null,
        ...(label !== record?.result && { resultLabel: label }),
        booster: record?.booster.value ?? null,
        claimdate: claimDate?.toISOString() ?? null,
        ...(versions[0] && { drawNumber: versions[0].sequence }),
        ...(corrections.length > 0 && { corrections }),
      }
    }),
  )
}

/** What a ticket had won by a result that is not its last one; nothing before there was one. */
async function winBy(
  { catalogue }: Pick<BaseDeps, 'catalogue'>,
  { gameId, gameVersion, lines }: Ticket,
  record: RecordSummary['sealed']['record'] | undefined,
): Promise<bigint> {
  if (!record) return 0n
  const rules = await catalogue.rules(gameId, gameVersion)
  const outcome = parseResult(rules, record.result)
  return outcome ? winnings(lines, winningLegs(rules, outcome), record.booster.value) : 0n
}

type Sums = { byDraw: readonly { drawId: string }[]; ids: readonly string[]; asOf: Date }

/** What these tickets had won at a moment, of each of their draws that had another result then, or none. */
export async function winsThen(deps: BaseDeps, { byDraw, ids, asOf }: Sums): Promise<Map<string, bigint>> {
  const drawIds = byDraw.map(({ drawId }) => drawId)
  const { known, later } = await resultsAt(deps.records, drawIds, asOf)
  const wins = new Map([...later].map(drawId => [drawId, 0n]))
  const corrected = [...later].filter(drawId => known.has(drawId))
  const tickets = corrected.length === 0 ? [] : await deps.tickets.ofDraws(ids, corrected)
  for (const ticket of tickets) {
    const { drawId } = ticket
    const win = await winBy(deps, ticket, known.get(drawId)?.at(-1)?.sealed.record)
    wins.set(drawId, (wins.get(drawId) ?? 0n) + win)
  }
  return wins
}

/** The results of one draw that were known at a moment, the first one first. */
type Versions = readonly RecordSummary[]

/** When a result was known: the first one with its draw, a correction when it was made. */
function knownAt({ drawAt, sealed }: RecordSummary): Date {
  const choice = choiceIn(sealed)
  return sealed.record.resultVersion > 1 && choice ? new Date(choice.at) : drawAt
}

/** By draw, all versions of its result that were known; of now when no moment is asked for. */
async function resultsAt(
  records: Pick<BaseDeps['records'], 'versionsOf'>,
  drawIds: readonly string[],
  asOf: Date | undefined,
): Promise<{ known: Map<string, Versions>; later: ReadonlySet<string> }> {
  const known = new Map<string, RecordSummary[]>()
  const later = new Set<string>()
  for (const version of await records.versionsOf(drawIds)) {
    if (asOf && knownAt(version) > asOf) later.add(version.drawId)
    else known.set(version.drawId, [...(known.get(version.drawId) ?? []), version])
  }
  return { known, later }
}

/** What replaced what, by whom and why. */
const correctionsOf = (versions: Versions, wordsOf: (result: string) => string): Correction[] =>
  versions.flatMap(({ sealed }, index) => {
    const before = versions[index - 1]?.sealed.record
    const choice = choiceIn(sealed)
    if (!before || !choice) return []
    const by = { username: choice.by.username, role: choice.by.role }
    const shown = ({ result, booster }: RecordSummary['sealed']['record']) =>
      wordsOf(result) + (booster.value > 1 ? ` (${booster.value}X)` : '')
    return [{ from: shown(before), to: shown(sealed.record), by, at: choice.at, reason: choice.reason ?? '' }]
  })
