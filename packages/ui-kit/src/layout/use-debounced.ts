import { startTransition, useEffect, useState } from 'react'

/** Debounce of everything that searches while typing. */
const typingPauseMs = 300

type Options = {
  /** `false` passes every value on at once, e.g. one that was not typed. */
  waits?: boolean
}

/** The value once it has been stable for the debounce and no input method is composing. */
export function useDebounced<T>(value: T, { waits = true }: Options = {}): T {
  const [settled, setSettled] = useState(value)
  const pauseMs = waits ? typingPauseMs : 0
  const isComposing = useIsComposing()
  useEffect(() => {
    if (isComposing) return
    // Rendering with it yields to the next keystroke.
    const timer = setTimeout(() => startTransition(() => setSettled(value)), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs, isComposing])
  return waits ? settled : value
}

/** Whether an input method is composing. A removed field ends with the next focus event. */
function useIsComposing(): boolean {
  const [isComposing, setIsComposing] = useState(false)
  useEffect(() => {
    const listening = new AbortController()
    const on = (event: string, next: boolean) =>
      document.addEventListener(event, () => setIsComposing(next), { signal: listening.signal })
    on('compositionstart', true)
    on('compositionend', false)
    on('focusin', false)
    return () => listening.abort()
  }, [])
  return isComposing
}
