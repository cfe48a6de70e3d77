import { useIsCurrentPage } from '@cascade/web-kit'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'

/** How long a success message is shown before the page navigates. */
const redirectDelayMs = 1000

/** Resolves when a success message has been shown long enough. */
export const waitForSuccessMessage = () => new Promise<void>(resolve => setTimeout(resolve, redirectDelayMs))

export type ReturnToList = {
  now: () => void
  afterSuccess: () => Promise<void>
}

/**
 * Returns from a form or detail page to its list as it was left, with page, search and filters. Opens `list` if the
 * page was opened by its address. Does nothing after the user has left.
 * @param list an address, see `useAddress`
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
    await waitForSuccessMessage()
    if (isCurrent()) now()
  }, [isCurrent, now])
  return useMemo(() => ({ now, afterSuccess }), [now, afterSuccess])
}

type Entries = {
  /** The page was the first one of the product in this tab. */
  openedByAddress: boolean
  count: number
}

function useEntriesOfPage(): () => Entries {
  const { key } = useLocation()
  const type = useNavigationType()
  /** Keys of the page's history entries up to the current one, oldest first. */
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
