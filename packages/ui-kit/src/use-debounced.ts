import { startTransition, useEffect, useState } from 'react'

/** Time after the last key until the server is asked; the same for everything that searches while one types. */
const typingPauseMs = 300

type Options = {
  /** `false` passes every value on at once, e.g. one that was not typed. */
  waits?: boolean
}

/** The value once it has not changed for the pause that ends typing. */
export function useDebounced<T>(value: T, { waits = true }: Options = {}): T {
  const [settled, setSettled] = useState(value)
  const pauseMs = waits ? typingPauseMs : 0
  useEffect(() => {
    // What is drawn with it gives way to the next key.
    const timer = setTimeout(() => startTransition(() => setSettled(value)), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return waits ? settled : value
}
