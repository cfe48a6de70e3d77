import { useCallback, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

type Entries = {
  /** The page was the first one that this tab showed of the product. */
  openedByAddress: boolean
  /** Steps back in the history until the page before: searching and sorting on a page make entries of their own. */
  count: number
}

/** Follows the history as long as one page is shown, and answers how to leave it. */
export function useEntriesOfPage(): () => Entries {
  const { key } = useLocation()
  const type = useNavigationType()
  /** Keys of the page's entries up to the present one, oldest first. */
  const keys = useRef([key])
  useLayoutEffect(() => {
    const known = keys.current
    if (known.at(-1) === key) return
    const at = known.indexOf(key)
    if (at >= 0) keys.current = known.slice(0, at + 1)
    else if (type === 'REPLACE') keys.current = [...known.slice(0, -1), key]
    else keys.current = [...known, key]
  }, [key, type])
  return useCallback(() => ({ openedByAddress: keys.current[0] === 'default', count: keys.current.length }), [])
}
