import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useToasts } from '../feedback/notices'
import { commonTexts } from '../i18n/texts'

/**
 * An overlay that loads with its first opening, or by `preload`. A failed load is reported and closes the overlay, so
 * that the next opening retries.
 */
export function lazyOverlay<P extends { open?: boolean }>(
  load: () => Promise<ComponentType<P>>,
  close: (props: P) => void,
) {
  let Loaded: ComponentType<P> | undefined
  const preload = async () => {
    Loaded ??= await load()
  }

  function LazyOverlay(props: P) {
    const toasts = useToasts()
    const [, setIsLoaded] = useState(false)
    const latest = useRef(props)
    useEffect(() => {
      latest.current = props
    })
    // Read while rendering: `preload` may end before the effect runs.
    const isMissing = props.open && !Loaded
    useEffect(() => {
      if (!isMissing) return
      let isOpen = true
      preload().then(
        () => isOpen && setIsLoaded(true),
        () => {
          if (!isOpen) return
          toasts.error(commonTexts.text('failedTitle'))
          close(latest.current)
        },
      )
      return () => {
        isOpen = false
      }
    }, [isMissing, toasts])
    return Loaded && <Loaded {...props} />
  }
  return Object.assign(LazyOverlay, { preload })
}
