import { type HistoryRow, liveApi } from '@cascade/contracts/live'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

/** The bets of one ticket. */
export function ticketQuery({ ticketId, gameId }: Pick<HistoryRow, 'ticketId' | 'gameId'>) {
  return queryOptions({
    queryKey: queryKeyOf(liveApi.ticket, ticketId, gameId),
    queryFn: async ({ signal }) => (await call(liveApi.ticket, { query: { ticketId, gameId }, signal })).data,
  })
}
