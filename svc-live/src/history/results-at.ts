import type { Correction } from '@cascade/contracts/live'
import type { BaseDeps } from '../deps'
import { choiceIn, type RecordSummary } from '../records/record-store'

/** The results of one draw that were known at a moment, the first one first. */
export type Versions = readonly RecordSummary[]

/** When a result was known: the first one with its draw, a correction when it was made. */
function knownAt({ drawAt, sealed }: RecordSummary): Date {
  const choice = choiceIn(sealed)
  return sealed.record.resultVersion > 1 && choice ? new Date(choice.at) : drawAt
}

/** By draw, all versions of its result that were known; of now when no moment is asked for. */
export async function resultsAt(
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
export const correctionsOf = (versions: Versions): Correction[] =>
  versions.flatMap(({ sealed }, index) => {
    const before = versions[index - 1]?.sealed.record
    const choice = choiceIn(sealed)
    if (!before || !choice) return []
    const by = { username: choice.by.username, role: choice.by.role }
    return [{ from: shown(before), to: shown(sealed.record), by, at: choice.at, reason: choice.reason ?? '' }]
  })

const shown = ({ result, booster }: RecordSummary['sealed']['record']) =>
  booster.value > 1 ? `${result} (${booster.value}X)` : result
