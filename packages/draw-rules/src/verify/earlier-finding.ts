import type { SealedRecord } from '@cascade/contracts/live'
import { canonicalJson } from '../record/canonical-json'
import { type Finding, findingFromFaults } from './finding'

type Version = Pick<SealedRecord, 'record' | 'confidential'>

const sameFields = [
  'drawId',
  'adminId',
  'gameId',
  'gameVersion',
  'drawAt',
  'closingEvent',
  'tickets',
  'ticketRoot',
  'stakes',
  'seed',
  'seedKeyId',
  'descriptionDigest',
] as const

/** Checks that a correction is the next version of its draw and keeps everything that was fixed before the decision. */
export function earlierFinding(version: Version, earlier: Version): Finding {
  const [record, first] = [version.record, earlier.record] as const
  const differing = sameFields.find(name => !isSame(record[name], first[name]))
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
