import { dayIn } from '@cascade/contracts'
import type { DrawRecord, SeedChain } from '@cascade/contracts/live'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { daySeedBefore, deriveSeed } from '../draw/seed'
import { type Finding, finding } from './finding'

type Seeded = Pick<DrawRecord, 'drawId' | 'drawAt' | 'seed' | 'seedKeyId'>

/**
 * Checks that the seed of a draw is derived from the seed of its day.
 * @param chains published chains; without them only days that are impossible in every time zone are rejected
 */
export function dayFinding(record: Seeded, chains: readonly SeedChain[] | undefined): Finding {
  const [, kid, day = ''] = /^(.+)\.(\d{4}-\d{2}-\d{2})$/.exec(record.seedKeyId) ?? []
  if (!kid) return failedFinding(`The seed ${record.seedKeyId} names no chain and day.`)
  const atMs = Date.parse(record.drawAt)
  if (!isDaySomewhere(day, atMs)) return failedFinding(`It was ${day} nowhere when the draw was drawn.`)
  if (!chains) {
    return finding('day', true, `The seed is said to be of ${day}: give the published chains to check that.`, '')
  }
  const chain = chains.find(each => each.kid === kid)
  if (!chain) return failedFinding(`No chain of day seeds is published for the seed ${record.seedKeyId}.`)
  const dayThere = dayOrNone(chain.zone, atMs)
  if (dayThere !== day) {
    return failedFinding(
      dayThere
        ? `The draw was drawn on ${dayThere} in ${chain.zone}, its seed is of ${day}.`
        : `${chain.zone} is no time zone.`,
    )
  }
  return seedFinding(record, day, chain)
}

const failedFinding = (text: string) => finding('day', false, '', text)

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Time zones range from UTC − 12 h to UTC + 14 h. */
const isDaySomewhere = (day: string, atMs: number) =>
  day >= utcDay(atMs - 12 * hourMs) && day <= utcDay(atMs + 14 * hourMs)

/** @returns undefined for an unknown zone */
function dayOrNone(zone: string, atMs: number): string | undefined {
  try {
    return dayIn(zone, atMs)
  } catch {
    return undefined
  }
}

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

function seedFinding({ drawId, seed }: Seeded, day: string, { revealed, anchor, firstDay, days }: SeedChain): Finding {
  const isOfChain = (each: string) => daysBetween(firstDay, each) >= 0 && daysBetween(firstDay, each) < days
  if (!isOfChain(day)) return failedFinding(`The day ${day} is none of its chain.`)
  if (!revealed || revealed.day < day) {
    return finding('day', true, `The seed of ${day} is shown when the day is over: check again then.`, '')
  }
  if (!isOfChain(revealed.day)) return failedFinding(`The day ${revealed.day} is none of its chain.`)
  const newest = hexToBytes(revealed.seed)
  const isChain = bytesToHex(daySeedBefore(newest, daysBetween(firstDay, revealed.day) + 1)) === anchor
  const daySeed = daySeedBefore(newest, daysBetween(day, revealed.day))
  const isOfDay = bytesToHex(deriveSeed(daySeed, drawId)) === seed
  return finding(
    'day',
    isChain && isOfDay,
    `The seed is that of this draw on ${day}, from the chain whose anchor is ${anchor}.`,
    isChain
      ? `The seed is not the one that ${day} gives this draw.`
      : 'The seed of the day does not lead to the anchor.',
  )
}
