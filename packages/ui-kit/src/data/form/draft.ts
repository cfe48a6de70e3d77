/** What was typed into a form when the session ended under it. */
type Draft = { userId: string; pathname: string; at: number; values: Record<string, unknown> }

/** One at a time, in this tab: the next form that is interrupted takes its place. */
const draftKey = 'form-draft'
const keptForMs = 12 * 60 * 60_000
/** Secrets are typed again. */
const secret = /password|^pin$/i

export function keepDraft(userId: string, pathname: string, values: object, now = Date.now()): void {
  const kept = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !secret.test(name) && value !== undefined && isPlain(value)),
  )
  const draft: Draft = { userId, pathname, at: now, values: kept }
  sessionStorage.setItem(draftKey, JSON.stringify(draft))
}

/** The draft of this user at this address, once: what is read is gone. Another user's is thrown away. */
export function takeDraft(userId: string, pathname: string, now = Date.now()): Record<string, unknown> | undefined {
  const stored = sessionStorage.getItem(draftKey)
  if (stored === null) return undefined
  // Written by `keepDraft` only, in this tab.
  const draft = JSON.parse(stored) as Draft
  const isOwn = draft.userId === userId
  if (isOwn && draft.pathname !== pathname) return undefined
  sessionStorage.removeItem(draftKey)
  return isOwn && now - draft.at < keptForMs ? draft.values : undefined
}

/** Dates of pickers and files cannot be written down and read again as what they were. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain)
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
