import { type AnyEndpoint, type DomainName, errorTexts, perDomain } from '@cascade/contracts'
import { AppError } from '@cascade/service-kit'

const windowMs = 1_000
/** Calls in flight that are always admitted; an idle service handles them. */
const inFlightMin = 128
/** Target latency of an admitted call: calls in flight are limited to what is booked in this time. */
const waitSeconds = 0.5

/** Limits the calls in flight of one service by its booking rate, and rejects others before they cost anything. */
export function createAdmission(now: () => number = () => performance.now()) {
  let inFlight = 0
  let booked = { count: 0, since: now() }
  let perSecond = 0

  function isFull(): boolean {
    const tookMs = now() - booked.since
    if (tookMs >= windowMs) {
      perSecond = (booked.count / tookMs) * 1_000
      booked = { count: 0, since: now() }
    }
    return inFlight >= Math.max(inFlightMin, perSecond * waitSeconds)
  }

  return {
    isFull,
    /**
     * @returns to be called when the call ends
     * @throws AppError TOO_MANY_REQUESTS with the reason OVERLOADED
     */
    enter(): (isBooked: boolean) => void {
      if (isFull()) {
        throw new AppError('TOO_MANY_REQUESTS', errorTexts.tooMany, { reason: 'OVERLOADED', retryAfterSeconds: 1 })
      }
      inFlight++
      return isBooked => {
        inFlight--
        if (isBooked) booked.count++
      }
    },
  }
}

type Booking = Pick<AnyEndpoint, 'movesPoints' | 'domain'>
export type Admissions = ReturnType<typeof createAdmissions>

export function createAdmissions() {
  const byDomain = perDomain(() => createAdmission())
  const all = Object.values(byDomain)
  const admissionFor = ({ movesPoints, domain }: Booking) => (movesPoints ? byDomain[domain as DomainName] : undefined)
  return {
    isAnyFull: () => all.some(({ isFull }) => isFull()),
    isFull: (endpoint: Booking) => admissionFor(endpoint)?.isFull() ?? false,
    /** Undefined for a call that books nothing. */
    enter: (endpoint: Booking) => admissionFor(endpoint)?.enter(),
  }
}
