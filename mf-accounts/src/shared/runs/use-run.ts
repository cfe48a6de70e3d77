import { messageOf } from '@cascade/web-kit'
import { useCallback, useEffect, useRef, useState } from 'react'

export type RunResult<Item, Outcome> = {
  item: Item
  state: 'waiting' | 'running' | 'done' | 'failed'
  outcome?: Outcome
  /** Why it failed. */
  message?: string
}

export type Run<Item, Outcome> = {
  results: readonly RunResult<Item, Outcome>[]
  running: boolean
  start: (items: readonly Item[], act: (item: Item) => Promise<Outcome>) => Promise<void>
  /** What is under way is finished; the rest waits. */
  stop: () => void
  clear: () => void
}

type Options = {
  /** Failures after which every other item would fail too, e.g. a wrong password. */
  stopsAt?: (error: unknown) => boolean
  /** A failure in words; the server's own where nothing is given. */
  say?: (error: unknown) => string
  onEnd?: () => Promise<void>
}

/** Does something to one item after the other, so that a failure is told with its item and can be stopped in between. */
export function useRun<Item, Outcome = undefined>({
  stopsAt,
  say = messageOf,
  onEnd,
}: Options = {}): Run<Item, Outcome> {
  const [results, setResults] = useState<readonly RunResult<Item, Outcome>[]>([])
  const [running, setRunning] = useState(false)
  const stopped = useRef(false)
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )
  const patch = (at: number, change: Partial<RunResult<Item, Outcome>>) =>
    setResults(before => before.map((result, index) => (index === at ? { ...result, ...change } : result)))

  const start: Run<Item, Outcome>['start'] = async (items, act) => {
    stopped.current = false
    setResults(items.map(item => ({ item, state: 'waiting' })))
    setRunning(true)
    for (const [index, item] of items.entries()) {
      if (stopped.current) break
      patch(index, { state: 'running' })
      try {
        patch(index, { state: 'done', outcome: await act(item) })
      } catch (error) {
        patch(index, { state: 'failed', message: say(error) })
        if (stopsAt?.(error)) break
      }
    }
    setRunning(false)
    await onEnd?.()
  }

  return {
    results,
    running,
    start,
    stop: useCallback(() => {
      stopped.current = true
    }, []),
    clear: useCallback(() => setResults([]), []),
  }
}
