import { useIsCurrentPage } from '@cascade/web-kit'
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { useEntriesOfPage } from './use-entries-of-page'

/** Time that the message of a success is read before the page leads on, in milliseconds. */
const redirectDelayMs = 1000

/** Resolves when a message of success has been read, and it is time to lead on. */
export const successRead = () => new Promise<void>(resolve => setTimeout(resolve, redirectDelayMs))

export type ReturnToList = {
  now: () => void
  /** After a success: stays for the time that its message is read. */
  afterSuccess: () => Promise<void>
}

/**
 * Leads from a form or a detail back to its list as it was left, with page, search and filters. Where the page was
 * opened by its address there is nothing to go back to, and `list` is opened. Nobody who went elsewhere in the
 * meantime is moved again.
 * @param list the whole address, see `useAddress`
 */
export function useReturnToList(list: string): ReturnToList {
  const navigate = useNavigate()
  const isCurrent = useIsCurrentPage()
  const entries = useEntriesOfPage()
  const now = useCallback(() => {
    const { openedByAddress, count } = entries()
    if (openedByAddress) void navigate(list, { replace: true })
    else void navigate(-count)
  }, [navigate, entries, list])
  const afterSuccess = useCallback(async () => {
    await successRead()
    if (isCurrent()) now()
  }, [isCurrent, now])
  return useMemo(() => ({ now, afterSuccess }), [now, afterSuccess])
}
