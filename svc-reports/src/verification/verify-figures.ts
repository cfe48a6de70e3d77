import type { AnyEvent } from '@cascade/contracts'
import { addDays, businessDay, feedIdOf, inSnapshot, type Snapshot } from '@cascade/service-kit'
import { fractionalPlayers, type Remainders, roundCommissions } from '../projections/figures/commissions'
import { parsePlayEvents, toPlayLines } from '../projections/figures/figures-projection'
import { recordedAt } from '../projections/figures/period'
import type { PlayLine } from '../projections/figures/play-lines'
import { type Finding, uniqueFindings } from './checkpoints'
import { createStoredFigures, findSurplus } from './compare-figures'
import { readAhead, readEvents, readPosition, type Verification, type VerificationResult } from './read-events'
import { addLine, type DayTally, emptyTally, type Lines, sizeOf, tally } from './tally'

const source = { producer: 'live' } as const

/** Sums in memory; above this, those of verified days are dropped. */
const sumsHeldMax = 300_000
const noLines: Lines = { count: 0, print: 0n }

/** State before the first event that reaches a day. */
type Start = { seq: number; remainders: Remainders; late: Map<string, Lines> }

/**
 * Compares every figure with the sum of its lines, and the lines with the events. Two days later a day is verified: its
 * events are not read again, only the number and the hash of their lines are kept. One verified day after the other is
 * compared once more with these.
 */
export async function verifyFigures(run: Verification): Promise<VerificationResult> {
  const { db, client, prefix, zone, checkpoints } = run
  const feed = feedIdOf(source)
  const stored = createStoredFigures(db, prefix, zone)
  let checkpoint = await checkpoints.read(feed)
  let newestDay = checkpoint.day ?? ''
  const verifiedDays = new Set(await checkpoints.days())
  const isVerified = (day: string) => day < (checkpoint.day ?? '')
  /** Figures of the events since the checkpoint. */
  const days = new Map<string, DayTally>()
  const starts = new Map<string, Start>()
  const late = new Map(checkpoint.late)
  const edges = new Set<string>()
  const remainders: Remainders = new Map()
  /** The same players at the checkpoint. */
  let remaindersBefore: Remainders = new Map()
  const findingsByDay = new Map<string, Finding[]>()
  const isCompared = (day: string) => isVerified(day) || findingsByDay.has(day)
  /** Compared days with later lines. */
  const reopenedDays = new Set<string>()

  let after = checkpoint.seq
  for (;;) {
    run.signal.throwIfAborted()
    const end = await readPosition(run, source)
    for await (const events of readEvents(run, source, { after, end })) {
      await addEvents(events)
      after = events.at(-1)?.seq ?? after
    }
    // The projection may advance before the snapshot, in which no other service is called.
    const ahead = await readAhead(run, source, after)
    const result = await inSnapshot(client, db, async at => {
      const upTo = new Date()
      const position = await readPosition(run, source, at)
      if (position > (ahead.at(-1)?.seq ?? after)) return undefined
      const next = ahead.filter(({ seq }) => seq > after && seq <= position)
      if (next.length > 0) await addEvents(next)
      after = Math.max(after, position)
      return { upTo, ...(await compareRest(at)) }
    })
    if (!result) continue
    const { findings, upTo, sampleDay, findingsAgain } = result
    if (sampleDay) {
      const found = uniqueFindings([...checkpoint.found, ...findingsAgain])
      await checkpoints.save(feed, { ...checkpoint, sampleEnd: sampleDay, found })
    }
    return { findings, upTo }
  }

  async function addEvents(events: readonly AnyEvent[]): Promise<void> {
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
      late.set(day, addLine(late.get(day) ?? noLines, line))
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
      findingsByDay.set(day, await compareDay(day, { ...own, ...(await stored.readLate(day)) }))
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
    for (const [each, findings] of findingsByDay) {
      if (each >= day || isVerified(each)) continue
      found.push(...findings)
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

  function compareDay(day: string, own: DayTally, at?: Snapshot): Promise<Finding[]> {
    for (const edge of [...own.edges.keys(), ...own.lateEdges.keys()]) edges.add(edge)
    return stored.compareDay(day, own, at)
  }

  /** Compares the days that have not ended, reopened days and a sample, as of the snapshot. May run twice. */
  async function compareRest(at: Snapshot) {
    const sampleDay = nextSample()
    const again = new Map<string, DayTally>()
    const findingsAgain: Finding[] = []
    for (const day of new Set([...reopenedDays, ...(sampleDay ? [sampleDay] : [])])) {
      const lines = isVerified(day) ? await checkpoints.linesOf(day) : (days.get(day)?.lines ?? new Map())
      const own = await stored.tallyDay(day, lines, at)
      again.set(day, own)
      findingsAgain.push(...(await compareDay(day, own, at)))
      findingsAgain.push(...(await stored.compareLateLines(day, late.get(day) ?? noLines, at)))
    }
    const findings = [...checkpoint.found, ...findingsByDay.values(), ...findingsAgain].flat()
    for (const [day, own] of days) if (!isCompared(day)) findings.push(...(await compareDay(day, own, at)))
    for (const [day, lines] of late)
      if ((days.has(day) || !isVerified(day)) && !again.has(day))
        findings.push(...(await stored.compareLateLines(day, lines, at)))
    const expected = (day: string) =>
      again.get(day) ?? days.get(day) ?? (verifiedDays.has(day) || isCompared(day) ? undefined : emptyTally())
    findings.push(...(await findSurplus({ db, prefix, at }, expected)), ...(await stored.compareEdges(edges, at)))
    return { findings: uniqueFindings(findings), sampleDay, findingsAgain }
  }

  function nextSample(): string | undefined {
    const all = [...verifiedDays].filter(isVerified).sort()
    return all.find(day => day > String(checkpoint.sampleEnd ?? '')) ?? all[0]
  }
}
