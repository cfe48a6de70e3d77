import { useIsCurrentPage } from '@cascade/web-kit'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'

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

type Entries = {
  /** The page was the first one that this tab showed of the product. */
  openedByAddress: boolean
  /** Steps back in the history until the page before: searching and sorting on a page make entries of their own. */
  count: number
}

/** Follows the history as long as one page is shown, and answers how to leave it. */
function useEntriesOfPage(): () => Entries {
  const { key } = useLocation()
  const type = useNavigationType()
  /** Keys of the page's entries up to the present one, oldest first. */
  const keys = useRef([key])
  useLayoutEffect(() => {
    const previousKeys = keys.current
    if (previousKeys.at(-1) === key) return
    const at = previousKeys.indexOf(key)
    if (at >= 0) keys.current = previousKeys.slice(0, at + 1)
    else if (type === 'REPLACE') keys.current = [...previousKeys.slice(0, -1), key]
    else keys.current = [...previousKeys, key]
  }, [key, type])
  return useCallback(() => ({ openedByAddress: keys.current[0] === 'default', count: keys.current.length }), [])
}
