const plain = /^-?(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/
/** So many digits every JSON number keeps; of more it would be another figure. */
const exactDigits = 15

/**
 * What a person typed, as exactly the figure that stands there: grouped by commas or not, with a decimal point.
 * @returns null for an empty text, NaN for one that is no such figure (`1e3`, `1,5`, `٣`, twenty digits)
 */
export function readNumber(text: string): number | null {
  const typed = text.trim()
  if (typed === '') return null
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '')
  const isFigure = plain.test(typed) && /\d/.test(typed) && digits.length <= exactDigits
  return isFigure ? Number(typed.replaceAll(',', '')) : Number.NaN
}
