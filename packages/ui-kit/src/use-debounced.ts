import { startTransition, useEffect, useState } from 'react'

/** Time after the last key until the server is asked; the same for everything that searches while one types. */
const typingPauseMs = 300

type Options = {
  /** `false` passes every value on at once, e.g. one that was not typed. */
  waits?: boolean
}

/** The value once it has not changed for the pause that ends typing, and no input method composes it. */
export function useDebounced<T>(value: T, { waits = true }: Options = {}): T {
  const [settled, setSettled] = useState(value)
  const pauseMs = waits ? typingPauseMs : 0
  const isComposing = useIsComposing()
  useEffect(() => {
    if (isComposing) return
    // What is drawn with it gives way to the next key.
    const timer = setTimeout(() => startTransition(() => setSettled(value)), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs, isComposing])
  return waits ? settled : value
}

/** A field whose syllables an input method has not made words of yet. A field that is removed ends with the next focus. */
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
