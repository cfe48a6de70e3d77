import type { Suite } from '@cascade/dev-stack'
import type { Random } from './random'

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

export type Kill = { name: string; kill: () => Promise<void>; start: () => Promise<void> }

/** What may be killed: each instance of svc-live, svc-accounts, the database, the message server. */
export function victimsOf(suite: Suite): Kill[] {
  const rooms = Object.entries(suite.processes).filter(([name]) => /^svc-(live|accounts)/.test(name))
  return [
    ...rooms.map(([name, room]) => ({ name, kill: room.kill, start: room.restart })),
    { name: 'database', kill: suite.mongo.kill, start: suite.mongo.start },
    { name: 'NATS', kill: suite.nats.kill, start: suite.nats.start },
  ]
}

/**
 * Kills every victim at least once, in an order of its own, sometimes two together, and starts them again after a
 * while. The next one has its turn when `isAlive` says that the business goes on.
 * @returns the names, in order
 */
export async function killAtRandom(
  victims: readonly Kill[],
  random: Random,
  { until, isAlive }: { until: () => boolean; isAlive: () => Promise<void> },
): Promise<string[]> {
  const killed: string[] = []
  const left = random.shuffled(victims)
  let isRoundOver = false
  while (!isRoundOver || !until()) {
    const together = left.splice(0, random.chance(0.3) ? 2 : 1)
    await pause(random.between(300, 3_000))
    await Promise.all(together.map(({ kill }) => kill()))
    killed.push(together.map(({ name }) => name).join(' + '))
    await pause(random.between(50, 2_000))
    // A service is ready when its servers answer: all of them start at the same time.
    await Promise.all(together.map(({ start }) => start()))
    await isAlive()
    if (left.length > 0) continue
    isRoundOver = true
    left.push(...random.shuffled(victims))
  }
  return killed
}
