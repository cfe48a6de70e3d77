import { liveApi } from '@cascade/contracts/live'
import { call, localNow, ownKeyOf, readQuery } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

const tickMsDefault = 2_000
const cacheMs = 5_000

/** Every offering (admin and game) that the caller may control. */
export const offeringsQuery = () => readQuery(liveApi.games)

/** The board of all admins, or of one, polled at the interval that the server returns. */
export const boardQuery = (adminId: string | undefined) =>
  queryOptions({
    queryKey: ownKeyOf(liveApi.board, adminId ?? ''),
    queryFn: async ({ signal }) => {
      const requestedAt = localNow()
      const { data } = await call(liveApi.board, { query: adminId === undefined ? {} : { adminId }, signal })
      // The server read its clock during the round trip: assume the middle.
      return { ...data, receivedAtHere: (requestedAt + localNow()) / 2 }
    },
    refetchInterval: ({ state }) => state.data?.tickMs ?? tickMsDefault,
    // A reopened board must not show figures of past draws.
    gcTime: cacheMs,
  })
