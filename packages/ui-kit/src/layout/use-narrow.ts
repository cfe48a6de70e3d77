import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is narrower than `width` pixels. */
export function useNarrow(width: number): boolean {
  const query = `(max-width: ${width - 0.02}px)`
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
