import { useCallback, useSyncExternalStore } from 'react'

/** Cached: hundreds of rows use the same query. */
const queries = new Map<string, MediaQueryList>()

function getMediaQuery(text: string): MediaQueryList {
  const query = queries.get(text) ?? window.matchMedia(text)
  queries.set(text, query)
  return query
}

/** Whether the window is narrower than `width` pixels. */
export const useNarrow = (width: number): boolean => useMedia(`(max-width: ${width - 0.02}px)`)

/** Whether the primary pointer is a finger. */
export const useTouch = (): boolean => useMedia('(pointer: coarse)')

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = getMediaQuery(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => getMediaQuery(query).matches)
}
