import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { type Attempt, attemptText, isOwnAttempt, parseAttempt, watchAttempts } from './attempt-store'
import type { Attempts } from './attempts'
import { refetchAfterFailureMs } from './query-client'

/** State of an earlier attempt that was found unanswered. */
export type EarlierAttempt<F> = {
  /** Undefined when there is nothing to show. */
  state: 'unanswered' | 'booked' | 'not-booked' | undefined
  attempt: Attempt<F> | undefined
  isChecking: boolean
  check: () => void
  dismiss: () => void
}

const pollMs = 3_000

/**
 * Follows the attempt for an object. One without a response, e.g. from before a reload or from another tab, is looked
 * up until its outcome is known.
 * @param onBooked called once an attempt turns out to be booked
 */
export function useEarlierAttempt<F>(
  attempts: Attempts<F>,
  object: string,
  onBooked?: (attempt: Attempt<F>) => unknown,
): EarlierAttempt<F> {
  const name = attempts.nameOf(object)
  const text = useSyncExternalStore(watchAttempts, () => attemptText(name))
  const attempt = useMemo(() => parseAttempt<F>(text), [text])
  const { key, verdict } = attempt ?? {}
  const isOwn = useSyncExternalStore(watchAttempts, () => isOwnAttempt(key))
  const [watchedKey, setWatchedKey] = useState<string>()
  const isOpen = key !== undefined && verdict === undefined
  if (isOpen && watchedKey !== key) setWatchedKey(key)
  const isUnanswered = isOpen && !isOwn
  const query = useQuery({
    queryKey: ['attempts', key],
    queryFn: () => attempts.resolveOutcome(object),
    enabled: isUnanswered,
    gcTime: 0,
    refetchInterval: query => (isUnanswered && query.state.data === 'unknown' ? pollMs : refetchAfterFailureMs(query)),
  })
  const isOver = verdict !== undefined && !isOwn && key === watchedKey
  const isBooked = isOver && verdict === 'booked'
  const notifyBooked = useEffectEvent(() => attempt && onBooked?.(attempt))
  useEffect(() => {
    if (isBooked) notifyBooked()
  }, [isBooked])
  return {
    state: isUnanswered ? 'unanswered' : isBooked ? 'booked' : isOver ? 'not-booked' : undefined,
    attempt,
    isChecking: query.isFetching,
    check: () => void query.refetch(),
    dismiss: () => setWatchedKey(undefined),
  }
}
