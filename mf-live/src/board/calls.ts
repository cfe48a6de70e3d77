import { liveApi } from '@cascade/contracts/live'
import { call, localNow, ownKeyOf, readOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

const usualTickMs = 2_000
const forgottenAfterMs = 5_000

/** Every admin of the caller's subtree with each game that they may draw. */
export const livePairsQuery = () => readOf(liveApi.games)

/** The games of all admins, or of one, read again as often as the server says, as long as somebody looks. */
export const boardQuery = (adminId: string | undefined) =>
  queryOptions({
    queryKey: ownKeyOf(liveApi.board, adminId ?? ''),
    queryFn: async ({ signal }) => {
      const askedAt = localNow()
      const { data } = await call(liveApi.board, { query: adminId === undefined ? {} : { adminId }, signal })
      // The server looked at its clock somewhere between question and answer.
      return { ...data, heardAtHere: (askedAt + localNow()) / 2 }
    },
    refetchInterval: ({ state }) => state.data?.tickMs ?? usualTickMs,
    // Figures of draws that are over must not be shown as present when the board is opened again.
    gcTime: forgottenAfterMs,
  })
