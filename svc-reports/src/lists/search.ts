/** A condition for texts in lower case that hold `text`, whatever its case. */
export const containing = (text: string) => ({ $regex: text.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&') })
