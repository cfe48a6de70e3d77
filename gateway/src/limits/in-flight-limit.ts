import { errorTexts } from '@cascade/contracts'
import { AppError } from '@cascade/service-kit'

const tooManyInFlight = () =>
  new AppError('TOO_MANY_REQUESTS', errorTexts.tooMany, { reason: 'IN_FLIGHT', retryAfterSeconds: 1 })

/**
 * Limits the concurrent calls of a key.
 * @param rejection default: TOO_MANY_REQUESTS with the reason IN_FLIGHT
 * @returns acquires a slot and returns its release
 * @throws AppError the rejection, from the returned function
 */
export function createInFlightLimit(countMax: number, rejection = tooManyInFlight) {
  const counts = new Map<string, number>()
  return (key: string): (() => void) => {
    const count = counts.get(key) ?? 0
    if (count >= countMax) throw rejection()
    counts.set(key, count + 1)
    return () => {
      const left = (counts.get(key) ?? 0) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    }
  }
}
