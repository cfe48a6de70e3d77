import type { SealedRecord, SeedChain } from '@cascade/contracts/live'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { daySeedBefore, seedOf } from '../draw/seed'
import { type Finding, finding } from './finding'

const dayMs = 86_400_000
/** From one `YYYY-MM-DD` to another. */
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** Whether the seed of a draw is the one that its day's seed gives, and that belongs to the chain that was published. */
export function dayFinding(record: SealedRecord['record'], chains: readonly SeedChain[]): Finding {
  const [, kid, day = ''] = /^(.+)\.(\d{4}-\d{2}-\d{2})$/.exec(record.seedKeyId) ?? []
  const chain = chains.find(each => each.kid === kid)
  if (!chain) return finding('day', false, '', `No chain of day seeds is published for the seed ${record.seedKeyId}.`)
  const { revealed, anchor, firstDay, days } = chain
  const place = daysBetween(firstDay, day)
  if (place < 0 || place >= days) return finding('day', false, '', `The day ${day} is none of its chain.`)
  if (!revealed || revealed.day < day) {
    return finding('day', true, `The seed of ${day} is shown when the day is over: check again then.`, '')
  }
  const newest = hexToBytes(revealed.seed)
  const isChain = bytesToHex(daySeedBefore(newest, daysBetween(firstDay, revealed.day) + 1)) === anchor
  const daySeed = daySeedBefore(newest, daysBetween(day, revealed.day))
  const isOfDay = bytesToHex(seedOf(daySeed, record.drawId)) === record.seed
  return finding(
    'day',
    isChain && isOfDay,
    `The seed is that of this draw on ${day}, from the chain whose anchor is ${anchor}.`,
    isChain
      ? `The seed is not the one that ${day} gives this draw.`
      : 'The seed of the day does not lead to the anchor.',
  )
}
