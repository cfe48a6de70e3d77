const longestText = 64

/**
 * A condition for texts in lower case that hold `text`, whatever its case. No index helps it: whoever uses it names
 * what keeps the set small, and `readMaxMs`.
 */
export const containing = (text: string) => ({
  $regex: text
    .slice(0, longestText)
    .toLowerCase()
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
})
