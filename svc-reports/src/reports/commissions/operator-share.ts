import { toPercentageId } from '@cascade/contracts/games'
import { type AccountRow, accountsOf, allAccounts, type Days } from '@cascade/service-kit'
import type { ReportsDeps } from '../../deps'
import type { FigureReader } from '../../projections/figures/figure-reader'
import { edgeOf, gameKeyOf } from '../../projections/figures/play-lines'

/** The operator's share of play in hundredths, rounded half up. */
export const operatorShare = (play: bigint, winpercentage: number): bigint =>
  (play * BigInt(Math.round(winpercentage * 100)) + 5_000n) / 10_000n

/** Admins covered by an account's report: all of them, or the account itself. */
export const findAdmins = (
  { db }: ReportsDeps,
  { _id, role }: Pick<AccountRow, '_id' | 'role'>,
): Promise<AccountRow[]> =>
  accountsOf(db)
    .find(role === 'superadmin' ? { role: 'admin' } : { _id, role: 'admin' })
    .toArray()

/** This edge carries all play below the admin. */
export const edgeToAdmin = (adminId: string) => edgeOf(allAccounts, adminId)

type SharesRequest = { admins: readonly AccountRow[]; gameIds: readonly string[]; days: Days; until?: Date | undefined }

/**
 * The operator's share by hour for a single day, otherwise by day. Rounded so that the parts of each admin and game add
 * up to the total of the report.
 * @param reader with separate games
 */
export async function readSharesOverTime(deps: ReportsDeps, reader: FigureReader, request: SharesRequest) {
  const { admins, gameIds, days, until } = request
  const offerings = admins.flatMap(({ _id }) => gameIds.map(gameId => ({ adminId: _id, gameId })))
  const percentages = await deps.games.shares(offerings, until)
  const edges = admins.map(({ _id }) => edgeToAdmin(_id))
  const played = await reader.overTime(edges, days)
  const sums = new Map<string, bigint>()
  for (const { adminId, gameId } of offerings) {
    const percentage = percentages.get(toPercentageId(adminId, gameId)) ?? 0
    let play = 0n
    const parts = played.get(gameKeyOf(edgeToAdmin(adminId), gameId)) ?? new Map()
    for (const [at, measures] of [...parts].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const before = operatorShare(play, percentage)
      play += measures.play
      sums.set(at, (sums.get(at) ?? 0n) + operatorShare(play, percentage) - before)
    }
  }
  return sums
}
