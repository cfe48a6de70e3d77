import { serverNow } from '../clock'
import { useSession } from '../session/session-store'
import { localStore } from '../storage'

/** `absent`: nothing was done under the key, and nothing can still be on its way. The same wish may go out under it. */
export type Verdict = 'booked' | 'refused' | 'absent'

/** One wish as it was sent; without a verdict its outcome is not known. */
export type Attempt<F> = {
  key: string
  /** What makes it this wish and no other; no secrets. */
  fields: F
  /** When it was last under way. */
  sentAt: number
  verdict?: Verdict
  settledAt?: number
  /** The verdict was asked for: the answer itself never came. */
  isLearned?: boolean
}

export const currentUserId = () => useSession.getState().user?._id ?? ''

const prefix = 'cascade-attempt|'
/** Shorter than the day for which the server remembers the key of a created account. */
const storedMsMax = 23 * 3_600_000
const attemptsMax = 100

/** Where an attempt of the signed-in user is stored: for each object and operation the newest one. */
export const attemptName = (operation: string, object: string) => `${prefix}${currentUserId()}|${operation}|${object}`

export const attemptText = (name: string): string | null => localStore.getItem(name)

export function parseAttempt<F>(text: string | null): Attempt<F> | undefined {
  try {
    const attempt = JSON.parse(text ?? 'null') as Attempt<F> | null
    return attempt && isFresh(attempt.sentAt) ? attempt : undefined
  } catch {
    return undefined
  }
}

const isFresh = (sentAt: number) => Math.abs(serverNow() - sentAt) < storedMsMax

export function writeAttempt<F>(name: string, attempt: Attempt<F>): void {
  evictOld(name)
  localStore.setItem(name, JSON.stringify(attempt))
  notifyListeners()
}

export function removeAttempt(name: string): void {
  localStore.removeItem(name)
  notifyListeners()
}

/** Leaves room for `written`. Settled attempts go before those whose outcome is not known. */
function evictOld(written: string): void {
  const stored = localStore
    .names()
    .filter(name => name.startsWith(prefix) && name !== written)
    .map(name => ({ name, attempt: parseAttempt(attemptText(name)) }))
  const isOpen = ({ attempt }: (typeof stored)[number]) => Number(attempt?.verdict === undefined)
  const retained = stored
    .filter(({ attempt }) => attempt !== undefined)
    .sort((a, b) => isOpen(b) - isOpen(a) || (b.attempt?.sentAt ?? 0) - (a.attempt?.sentAt ?? 0))
    .slice(0, attemptsMax - 1)
  const names = new Set(retained.map(({ name }) => name))
  for (const { name } of stored) if (!names.has(name)) localStore.removeItem(name)
}

const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

/** Follows what this tab writes, and what the others do. */
export function watchAttempts(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

const ownKeys = new Set<string>()
const ownKeysMax = 100

/** Whether this page sends under the key, or has told its user what became of it. */
export const isOwnAttempt = (key: string | undefined) => key !== undefined && ownKeys.has(key)

export function markOwn(key: string, isOwn: boolean): void {
  ownKeys.delete(key)
  if (isOwn) ownKeys.add(key)
  const [oldest] = ownKeys
  if (ownKeys.size > ownKeysMax && oldest !== undefined) ownKeys.delete(oldest)
  notifyListeners()
}
