import { busy, tooMany } from './errors'

const queueLengthMax = 200
const waitingPerAccountMax = 2
const waitingPerNetworkMax = 10

/** Limits of a queue apply per account and per network of the requester. */
export type Requester = { account?: string | undefined; network?: string | undefined }

/**
 * Runs at most `most` works at once and queues the others within the limits.
 * @throws AppError TOO_MANY_REQUESTS beyond the limit of the requester, UNAVAILABLE beyond that of the queue; from the
 * returned function
 */
export function createWorkQueue(most: number) {
  const waiting: (() => void)[] = []
  const waitingByKey = new Map<string, number>()
  let running = 0

  async function turn({ account, network }: Requester): Promise<void> {
    if (running < most) {
      running++
      return
    }
    if (waiting.length >= queueLengthMax) throw busy(2)
    const keys: [string, number][] = []
    if (account !== undefined) keys.push([`account ${account}`, waitingPerAccountMax])
    if (network !== undefined) keys.push([`network ${network}`, waitingPerNetworkMax])
    if (keys.some(([key, limit]) => (waitingByKey.get(key) ?? 0) >= limit)) throw tooMany()
    for (const [key] of keys) waitingByKey.set(key, (waitingByKey.get(key) ?? 0) + 1)
    await new Promise<void>(resolve => waiting.push(resolve))
    for (const [key] of keys) {
      const left = (waitingByKey.get(key) ?? 0) - 1
      if (left > 0) waitingByKey.set(key, left)
      else waitingByKey.delete(key)
    }
  }

  return async <T>(requester: Requester, work: () => Promise<T>): Promise<T> => {
    await turn(requester)
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
