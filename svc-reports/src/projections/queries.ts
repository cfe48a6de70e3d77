import { toSearchKey } from '@cascade/contracts'

const longestText = 64

/**
 * A condition for search keys that contain `text`, in any spelling. No index helps it: whoever uses it names
 * what keeps the set small, and `readMaxMs`.
 */
export const containing = (text: string) => ({
  $regex: toSearchKey(text)
    .slice(0, longestText)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
})

/** A read that takes longer is given up, so that one large question does not hold up everybody's. */
export const readMaxMs = 20_000
