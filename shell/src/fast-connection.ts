/** Network Information API, where supported. */
type Connection = { saveData?: boolean; effectiveType?: string }

/** Whether to load what the user may need next. */
export function isFastConnection(): boolean {
  const { connection = {} } = navigator as Navigator & { connection?: Connection }
  const { saveData = false, effectiveType = '4g' } = connection
  return !saveData && effectiveType === '4g'
}
