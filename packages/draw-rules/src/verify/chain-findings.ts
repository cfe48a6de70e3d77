import type { SealedRecord } from '@cascade/contracts/live'
import { canonicalJson } from '../record/canonical-json'
import { type Finding, finding, findingFromFaults } from './finding'
import { unlistedChange } from './operator-findings'

type AnyRecord = SealedRecord['record']
export type RecordBefore = Pick<SealedRecord, 'record' | 'confidential' | 'hash'>

/** Checks that a record directly follows another one. */
export function chainFinding(version: Pick<SealedRecord, 'record' | 'confidential'>, before: RecordBefore): Finding {
  const fault = faultOf(version.record, before) ?? unlistedChange(version, before)
  return finding('chain', fault === undefined, `It follows record ${before.record.sequence} of its chain.`, fault ?? '')
}

/** Checks the position of a record whose predecessor is not available. */
export function startFinding(record: AnyRecord): Finding {
  const { sequence, previous } = record
  const isFirst = sequence === 1
  const holds = isFirst === (previous === null)
  const text = isFirst
    ? 'It is the first of its chain.'
    : `It is number ${sequence} of its chain; give the one before to check that.`
  return finding('chain', holds, text, 'Only the first record of a chain has none before it.')
}

function faultOf(record: AnyRecord, { record: last, hash }: RecordBefore): string | undefined {
  if (record.adminId !== last.adminId || record.gameId !== last.gameId) return 'The record before is of another chain.'
  if (record.sequence !== last.sequence + 1) return `Record ${last.sequence + 1} of the chain is missing.`
  if (record.previous !== hash) return 'The record before is not the one that this one names.'
  if (record.resultVersion > 1) {
    const isNext = record.drawId !== last.drawId || record.resultVersion === last.resultVersion + 1
    return isNext ? undefined : 'It does not correct the version before.'
  }
  if (record.drawAt <= last.drawAt) return 'The draw before was not drawn earlier.'
  return record.gameVersion < last.gameVersion ? 'The draw before followed a later description.' : undefined
}

type Version = Pick<SealedRecord, 'record' | 'confidential'>

const sameFields = [
  'drawId',
  'adminId',
  'gameId',
  'gameVersion',
  'drawAt',
  'closingEvent',
  'tickets',
  'voidTickets',
  'ticketRoot',
  'stakes',
  'seed',
  'seedKeyId',
  'descriptionDigest',
] as const

/** Checks that a correction is the next version of its draw and keeps everything that was fixed before the decision. */
export function earlierFinding(version: Version, earlier: Version): Finding {
  const [record, first] = [version.record, earlier.record] as const
  // A version before `cascade.draw.v4` counts no void tickets.
  const differing = sameFields.find(name => !isSame(record[name] ?? 0, first[name] ?? 0))
  const figure = (['balance', 'winpercentage'] as const).find(
    name => version.confidential && earlier.confidential && version.confidential[name] !== earlier.confidential[name],
  )
  const [at, atBefore] = [version.confidential?.manual?.at, earlier.confidential?.manual?.at]
  return findingFromFaults('version', `It corrects version ${first.resultVersion} of the same draw.`, [
    differing && `A correction keeps ${differing}, and this one has another.`,
    figure && `A correction keeps the ${figure}, and this one has another.`,
    record.resultVersion !== first.resultVersion + 1 && `Version ${first.resultVersion + 1} of the draw is missing.`,
    record.sequence <= first.sequence && 'A correction comes later in the chain than what it corrects.',
    at !== undefined &&
      atBefore !== undefined &&
      Date.parse(at) < Date.parse(atBefore) &&
      'It was chosen before the version that it corrects.',
  ])
}

const isSame = (one: unknown, other: unknown) => canonicalJson({ value: one }) === canonicalJson({ value: other })
