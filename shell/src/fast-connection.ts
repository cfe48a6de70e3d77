/** Network Information API, where supported. */
type Connection = { saveData?: boolean; effectiveType?: string }

/** The connection is fast and without data saver: prefetching is welcome. */
export function isFastConnection(): boolean {
  const { connection = {} } = navigator as Navigator & { connection?: Connection }
  const { saveData = false, effectiveType = '4g' } = connection
  return !saveData && effectiveType === '4g'
}
