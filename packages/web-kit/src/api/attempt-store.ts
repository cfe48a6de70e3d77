import { serverNow } from '../clock'
import { useSession } from '../session/session-store'
import { localStore } from '../storage'

/**
 * `absent`: nothing was executed under the key and nothing is in flight; the key may be reused for the same request.
 */
export type Verdict = 'booked' | 'refused' | 'absent'

/** One request as it was sent; without a verdict its outcome is unknown. */
export type Attempt<F> = {
  key: string
  /** Identifies the request; must not contain secrets. */
  fields: F
  sentAt: number
  verdict?: Verdict
  settledAt?: number
  /** The verdict comes from a lookup; the response itself never arrived. */
  isLearned?: boolean
}

export const currentUserId = () => useSession.getState().user?._id ?? ''

const prefix = 'cascade-attempt|'
/** Below the 24 hours for which the server remembers the key of a created account. */
const storedMsMax = 23 * 3_600_000
const attemptsMax = 100

/** Storage key of the signed-in user's newest attempt per object and operation. */
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

function evictOld(currentName: string): void {
  const stored = localStore
    .names()
    .filter(name => name.startsWith(prefix) && name !== currentName)
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

/** Subscribes to changes made by this tab and by others. */
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

/** Whether this page is sending under the key, or has already shown its outcome. */
export const isOwnAttempt = (key: string | undefined) => key !== undefined && ownKeys.has(key)

export function markOwn(key: string, isOwn: boolean): void {
  ownKeys.delete(key)
  if (isOwn) ownKeys.add(key)
  const [oldest] = ownKeys
  if (ownKeys.size > ownKeysMax && oldest !== undefined) ownKeys.delete(oldest)
  notifyListeners()
}
