import { busy } from '@cascade/service-kit'
import { hash, verify } from '@node-rs/argon2'

/** argon2id (2) as OWASP asks for it: 19 MiB, two passes, one lane. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const defaultConcurrency = 2
const longestQueue = 200

/**
 * Hashes and checks secrets, a few at a time: a flood of logins waits or is refused (UNAVAILABLE) instead of taking
 * every core and all memory.
 */
export function createHasher(options: { concurrency?: number } = {}) {
  const { concurrency = defaultConcurrency } = options
  const waiting: (() => void)[] = []
  let running = 0
  let nobody: Promise<string> | undefined

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      if (waiting.length >= longestQueue) throw busy(2)
      await new Promise<void>(resolve => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  return {
    hash: (secret: string) => inTurn(() => hash(secret, cost)),
    verify: (stored: string, secret: string) => inTurn(() => verify(stored, secret)),
    /** Costs what a real check costs, so that nobody learns from the time which usernames exist. */
    async verifyNobody(secret: string): Promise<false> {
      nobody ??= hash('nobody has this password', cost)
      const stored = await nobody.catch((error: unknown) => {
        // One failure must not tell unknown names from known ones for ever.
        nobody = undefined
        throw error
      })
      await inTurn(() => verify(stored, secret))
      return false
    },
  }
}
