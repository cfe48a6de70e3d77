import { busy, tooMany } from './errors'

const queueLengthMax = 200
const waitingPerNetworkMax = 20

/** Limits of a queue apply per account and per network of the requester. */
export type Requester = { account?: string | undefined; network?: string | undefined }

type Limits = { waitingPerAccountMax?: number; waitMsMax?: number }

/**
 * Runs at most `most` works at once and queues the others within the limits: 200, of them 20 of a network and
 * `waitingPerAccountMax` (2) of an account, each for `waitMsMax` (unlimited).
 * @throws AppError TOO_MANY_REQUESTS beyond the limit of the requester, UNAVAILABLE beyond that of the queue or of the
 * wait; from the returned function
 */
export function createWorkQueue(most: number, { waitingPerAccountMax = 2, waitMsMax }: Limits = {}) {
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
    try {
      await nextTurn()
    } finally {
      for (const [key] of keys) {
        const left = (waitingByKey.get(key) ?? 0) - 1
        if (left > 0) waitingByKey.set(key, left)
        else waitingByKey.delete(key)
      }
    }
  }

  function nextTurn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(busy(1))
      }
      const timer = waitMsMax === undefined ? undefined : setTimeout(giveUp, waitMsMax)
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.push(start)
    })
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
