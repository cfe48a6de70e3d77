import type { AnyEvent } from '@cascade/contracts'
import { addDays, businessDay, feedIdOf, type Snapshot } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { fractionalPlayers, type Remainders, roundCommissions } from '../projections/figures/commissions'
import { parsePlayEvents, toPlayLines } from '../projections/figures/figures-projection'
import { recordedAt } from '../projections/figures/period'
import type { PlayLine } from '../projections/figures/play-lines'
import type { Difference } from './checker'
import type { Checkpoints } from './checkpoints'
import { addLine, type DayTally, emptyTally, findSurplus, type Lines, sizeOf, tally } from './compare-figures'
import { createStoredFigures } from './stored-figures'

/** Sums in memory; above this, those of verified days are dropped. */
const sumsHeldMax = 300_000

export const figureSource = { producer: 'live' } as const

/** State before the first event that reaches a day. */
type Start = { seq: number; remainders: Remainders; late: Map<string, Lines> }

/**
 * Compares every figure with the sum of its lines, and the lines with the events. Two days later a day is verified: its
 * events are not read again, only the number and the hash of their lines are kept. One verified day after the other is
 * compared once more with these.
 */
export async function createFigureChecker(db: Db, prefix: string, zone: string, checkpoints: Checkpoints) {
  const feed = feedIdOf(figureSource)
  let checkpoint = await checkpoints.read(feed)
  const stored = createStoredFigures(db, prefix, zone)
  const verifiedDays = new Set(await checkpoints.days())
  const days = new Map<string, DayTally>()
  const foundByDay = new Map<string, Difference[]>()
  const edges = new Set<string>()
  const starts = new Map<string, Start>()
  const late = new Map(checkpoint.late)
  /** Compared days with later lines. */
  const reopenedDays = new Set<string>()
  const remainders: Remainders = new Map()
  /** The same players at the checkpoint. */
  let remaindersBefore: Remainders = new Map()
  let newestDay = checkpoint.day ?? ''

  const isVerified = (day: string) => day < (checkpoint.day ?? '')
  const isCompared = (day: string) => isVerified(day) || foundByDay.has(day)

  async function take(events: readonly AnyEvent[]): Promise<void> {
    const parsed = parsePlayEvents(events)
    const players = fractionalPlayers(toPlayLines(parsed)).filter(player => !remainders.has(player))
    for (const [player, remainder] of await checkpoints.remaindersOf(players, checkpoint.day)) {
      remainders.set(player, remainder)
      remaindersBefore.set(player, remainder)
    }
    for (const event of parsed) {
      const lines = toPlayLines([event])
      for (const { day, at } of lines) for (const each of [day, businessDay(at, zone)]) reach(each, event.seq)
      for (const line of roundCommissions(lines, remainders)) add(line)
    }
    if (newestDay !== '') await compareEnded(addDays(newestDay, -1))
  }

  function reach(day: string, seq: number) {
    if (day <= newestDay) return
    newestDay = day
    starts.set(day, { seq: seq - 1, remainders: new Map(remainders), late: new Map(late) })
  }

  function add(line: PlayLine) {
    const { day } = line
    const { isLate } = recordedAt(line.at, day, zone)
    if (isLate) {
      late.set(day, addLine(late.get(day) ?? { count: 0, print: 0n }, line))
      if (isCompared(day)) reopenedDays.add(day)
    }
    const own = days.get(day) ?? emptyTally()
    if (isVerified(day) && !days.has(day)) return
    days.set(day, own)
    tally(own, line, zone)
  }

  /** Events are ordered by time: two days later, a day receives only late lines. */
  async function compareEnded(end: string) {
    for (const [day, own] of days) {
      if (day >= end || isCompared(day)) continue
      foundByDay.set(day, await compareDay(day, { ...own, ...(await stored.readLate(day)) }))
    }
    const day = [...starts.keys()].filter(each => each <= end).at(-1)
    const start = starts.get(day ?? '')
    if (day !== undefined && start && day > (checkpoint.day ?? '')) await advance(day, start)
    const sumCount = [...days.values()].reduce((sum, own) => sum + sizeOf(own), 0)
    if (sumCount > sumsHeldMax) for (const each of [...days.keys()].filter(isVerified)) days.delete(each)
  }

  /** The next verification begins at the first event of `day`. */
  async function advance(day: string, start: Start) {
    const found = [...checkpoint.found]
    for (const [each, differences] of foundByDay) {
      if (each >= day || isVerified(each)) continue
      found.push(...differences)
      await checkpoints.saveLines(each, days.get(each)?.lines ?? new Map())
      verifiedDays.add(each)
    }
    const changed = [...start.remainders].filter(([player, own]) => own !== remaindersBefore.get(player))
    await checkpoints.saveRemainders(day, new Map(changed), remaindersBefore)
    checkpoint = { ...checkpoint, seq: start.seq, day, late: start.late, found }
    await checkpoints.save(feed, checkpoint)
    remaindersBefore = new Map([...remaindersBefore, ...start.remainders])
    for (const each of [...starts.keys()]) if (each <= day) starts.delete(each)
    forgetUnchanged()
  }

  /** The remainders of players that have not played since the checkpoint are read again when they do. */
  function forgetUnchanged() {
    for (const [player, own] of remaindersBefore) {
      if (remainders.get(player) !== own) continue
      remaindersBefore.delete(player)
      remainders.delete(player)
      for (const start of starts.values()) start.remainders.delete(player)
    }
  }

  function compareDay(day: string, own: DayTally, at?: Snapshot): Promise<Difference[]> {
    for (const edge of [...own.edges.keys(), ...own.lateEdges.keys()]) edges.add(edge)
    return stored.compareDay(day, own, at)
  }

  function nextSample(): string | undefined {
    const all = [...verifiedDays].filter(isVerified).sort()
    return all.find(day => day > String(checkpoint.sampleEnd ?? '')) ?? all[0]
  }

  /** Compares the rest, as of the snapshot. May run twice. */
  async function finish(at: Snapshot): Promise<{ found: Difference[]; settle: () => Promise<void> }> {
    const sampleDay = nextSample()
    const again = new Map<string, DayTally>()
    const foundAgain: Difference[] = []
    for (const day of new Set([...reopenedDays, ...(sampleDay ? [sampleDay] : [])])) {
      const lines = isVerified(day) ? await checkpoints.linesOf(day) : (days.get(day)?.lines ?? new Map())
      const own = await stored.tallyDay(day, lines, at)
      again.set(day, own)
      foundAgain.push(...(await compareDay(day, own, at)))
      foundAgain.push(...(await stored.compareLateLines(day, late.get(day) ?? { count: 0, print: 0n }, at)))
    }
    const found = [...checkpoint.found, ...foundByDay.values(), ...foundAgain].flat()
    for (const [day, own] of days) if (!isCompared(day)) found.push(...(await compareDay(day, own, at)))
    for (const [day, lines] of late)
      if ((days.has(day) || !isVerified(day)) && !again.has(day))
        found.push(...(await stored.compareLateLines(day, lines, at)))
    const expected = (day: string) =>
      again.get(day) ?? days.get(day) ?? (verifiedDays.has(day) || isCompared(day) ? undefined : emptyTally())
    found.push(...(await findSurplus({ db, prefix, at }, expected)), ...(await stored.compareEdges(edges, at)))
    const unique = (all: readonly Difference[]) => [...new Map(all.map(each => [each._id, each])).values()]
    const settle = async () => {
      if (!sampleDay) return
      checkpoint = { ...checkpoint, sampleEnd: sampleDay, found: unique([...checkpoint.found, ...foundAgain]) }
      await checkpoints.save(feed, checkpoint)
    }
    return { found: unique(found), settle }
  }

  return { after: checkpoint.seq, take, finish }
}
