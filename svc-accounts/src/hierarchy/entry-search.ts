import { toSearchKey } from '@cascade/contracts'
import { agentsOf } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import type { StatementEntry } from '../ledger'

type Names = ReadonlyMap<string, string>

export const gameNamesOf = ({ games }: Pick<AccountsDeps, 'games'>, rows: readonly StatementEntry[]): Promise<Names> =>
  games.namesByCode(rows.flatMap(({ gameId }) => gameId ?? []))

/** Finds entries by what a statement shows of them: each word of `q` begins one of theirs. */
export function createEntrySearch(deps: Pick<AccountsDeps, 'games'>, q: string) {
  const starts = wordsOf(q)
  return async (rows: readonly StatementEntry[]): Promise<boolean[]> => {
    const names = await gameNamesOf(deps, rows)
    return rows.map(row => {
      const words = wordsOf(textOf(row, names))
      return starts.every(start => words.some(word => word.startsWith(start)))
    })
  }
}

function textOf(entry: StatementEntry, names: Names): string {
  const { transferId, kind, counterparty, gameId, note, by, ticketIds = [], correction } = entry
  const { person, approvedBy = '' } = agentsOf(by)
  const other = (gameId && names.get(gameId)) ?? counterparty
  const actor = [by.username, by.role, person?.name ?? '', approvedBy]
  return [transferId, kind, other, note, ...actor, ...ticketIds, correction?.reason].join(' ')
}

const wordsOf = (text: string) =>
  toSearchKey(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(word => word !== '')
