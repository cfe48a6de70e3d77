import { noticeApi } from '@cascade/contracts/accounts'
import { call, ownKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

const noticeRowsMax = 10
const pollMs = 60_000

/**
 * The newest notices, and the announcements in force. Polls every minute and on return to the tab: a socket on every
 * page for a few a day would cost more.
 */
export const noticesQuery = () =>
  queryOptions({
    queryKey: ownKeyOf(noticeApi.list),
    queryFn: ({ signal }) => call(noticeApi.list, { query: { page: 1, size: noticeRowsMax }, signal }),
    refetchInterval: pollMs,
    refetchOnWindowFocus: true,
  })
