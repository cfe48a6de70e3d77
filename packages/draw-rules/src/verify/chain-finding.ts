import type { SealedRecord } from '@cascade/contracts/live'
import { unlistedChange } from './changes-finding'
import { type Finding, finding } from './finding'

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
