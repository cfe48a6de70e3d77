import { changesPerRecord, type DrawChange } from '@cascade/contracts/live'
import type { ChainRow, Seen } from '../records/chain-store'
import type { VersionStore } from '../schedule/version-store'
import type { ChangeRow } from './change-store'

type Listed = { changes: DrawChange[]; seen: Seen /** Rows that no later record lists. */; done: string[] }

/**
 * What was changed since the draw before and counted for this one, the oldest first. More than a record may list waits
 * for the next one; what came after this draw's closing does, too.
 */
export async function changesSince(
  versions: Pick<VersionStore, 'changes'>,
  { gameId, seen }: Pick<ChainRow, 'gameId' | 'seen'>,
  noted: readonly ChangeRow[],
  upTo: Seen,
): Promise<Listed> {
  const before = seen ?? { balance: 0, percentage: 0, description: upTo.description }
  const known = Math.min(upTo.description, before.description + changesPerRecord)
  const described = before.description < known ? await versions.changes(gameId, before.description, known) : []
  const counted = noted
    .filter(({ change, place }) => place <= upTo[change.what])
    .slice(0, changesPerRecord - described.length)
  const now = { balance: before.balance, percentage: before.percentage, description: known }
  for (const { change, place } of counted) now[change.what] = Math.max(now[change.what], place)
  // A row that was told again, as everything is when it is read anew, was listed already.
  const fresh = counted.filter(({ change, place }) => place > before[change.what])
  const changes = [...described, ...fresh.map(({ change }) => change)].sort((a, b) => (a.at < b.at ? -1 : 1))
  return { changes, seen: now, done: counted.map(({ _id }) => _id) }
}
