import { toSearchKey } from '@cascade/contracts'

const searchLengthMax = 64

/**
 * A condition for search keys that contain `text`, in any spelling. No index helps it: whoever uses it names
 * what keeps the set small, and `readMaxMs`.
 */
export const containsText = (text: string) => ({
  $regex: toSearchKey(text)
    .slice(0, searchLengthMax)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
})

/** A read that takes longer is given up, so that one large question does not hold up everybody's. */
export const readTimeoutMs = 20_000
