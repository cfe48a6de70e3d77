import { liveApi } from '@cascade/contracts/live'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'
import type { Pair } from '../pair'
import { newestSnapshot, type Snapshot, snapshotOf } from '../snapshot'

const forgottenAfterMs = 5_000

/** The open draw of a pair; the socket writes what it hears under the same key. */
export function liveGameQuery({ adminId, gameId }: Pair) {
  return queryOptions({
    queryKey: queryKeyOf(liveApi.loadGame, adminId, gameId),
    queryFn: async ({ signal }) => {
      const askedAt = Date.now()
      const { data } = await call(liveApi.loadGame, { query: { adminId, gameId }, signal })
      // The server looked at its clock somewhere between question and answer.
      return snapshotOf(data, (askedAt + Date.now()) / 2)
    },
    structuralSharing: (before, after) => newestSnapshot(before as Snapshot | undefined, after as Snapshot),
    // Totals of a draw that is over must not be shown as present when the screen is opened again.
    gcTime: forgottenAfterMs,
  })
}
