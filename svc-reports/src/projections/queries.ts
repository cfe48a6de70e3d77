import { toSearchKey } from '@cascade/contracts'

const searchLengthMax = 64

/**
 * A condition for search keys that contain `text`. It cannot use an index: the caller needs a bounded set and
 * `readTimeoutMs`.
 */
export const containsText = (text: string) => ({
  $regex: toSearchKey(text)
    .slice(0, searchLengthMax)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
})

/** Aborts slow reads, so that one does not block others. */
export const readTimeoutMs = 20_000
