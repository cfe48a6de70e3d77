import { liveApi } from '@cascade/contracts/live'
import { call } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'
import type { Pair } from '../pair'
import { newestReading, type Reading, readingOf } from './reading'

/** The open draw of a pair; the socket writes what it hears under the same key. */
export function liveGameQuery({ adminId, gameId }: Pair) {
  return queryOptions({
    queryKey: [liveApi.loadGame.id, adminId, gameId],
    queryFn: async ({ signal }) => {
      const askedAt = Date.now()
      const { data } = await call(liveApi.loadGame, { query: { adminId, gameId }, signal })
      // The server looked at its clock somewhere between question and answer.
      return readingOf(data, (askedAt + Date.now()) / 2)
    },
    structuralSharing: (before, after) => newestReading(before as Reading | undefined, after as Reading),
    // Totals of a draw that is over must not be shown as present when the screen is opened again.
    gcTime: 5_000,
  })
}
