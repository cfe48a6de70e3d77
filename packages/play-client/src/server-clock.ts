/** The server's clock, estimated from the times that it sends. Times are milliseconds since 1970. */
export function createServerClock(localNow: () => number = Date.now) {
  let offsetMs = 0
  return {
    now: () => localNow() + offsetMs,
    /** @param requestedAt local time of the request; without it, `now` only shows that the local clock is behind */
    read(now: string, requestedAt = Number.NEGATIVE_INFINITY) {
      const at = Date.parse(now)
      offsetMs = Math.max(at - localNow(), Math.min(offsetMs, at - requestedAt))
    },
  }
}
