import { accountsInternal, batchSizeMax } from '@cascade/contracts/accounts'
import { type InternalClient, type Logger, startLoop } from '@cascade/service-kit'

const beatEveryMs = 20_000
const gatherMs = 250

export type Presence = ReturnType<typeof createPresence>

/**
 * Reports to svc-accounts which accounts are online, by sockets and by player sessions in use: batched changes, and a
 * heartbeat. After a lost message or a mismatch it sends a complete snapshot in a new generation.
 */
export function createPresence(deps: { call: InternalClient; gatewayId: string; logger: Logger }) {
  const { call, gatewayId, logger } = deps
  const connections = new Map<string, number>()
  let joined = new Set<string>()
  let left = new Set<string>()
  let generation = 0
  let isInStep = true
  let isSending = false
  const changes = startLoop(sendChanges, { everyMs: gatherMs, logger, name: 'presence' })
  // Delayed: at a start of the whole suite svc-accounts may come up later.
  const beats = startLoop(beat, {
    everyMs: beatEveryMs,
    startAfterMs: beatEveryMs,
    logger,
    name: 'presence beat',
  })

  const change = (fields: { joined?: string[]; left?: string[]; isComplete?: boolean }) =>
    call(accountsInternal.changePresence, {
      body: { gatewayId, generation, joined: [], left: [], isComplete: false, ...fields },
    })

  /** One message at a time, to keep their order. */
  async function inTurn(work: () => Promise<unknown>) {
    if (isSending) return
    isSending = true
    try {
      await work()
    } catch (error) {
      // Delivery is unknown; the next heartbeat sends a snapshot.
      if (isInStep) logger.warn({ err: error }, 'presence update failed')
      isInStep = false
    } finally {
      isSending = false
    }
  }

  async function sendChanges(): Promise<'again' | undefined> {
    if (!isInStep || joined.size + left.size === 0) return undefined
    await inTurn(() => change({ joined: takeFrom(joined), left: takeFrom(left) }))
    return joined.size + left.size >= batchSizeMax ? 'again' : undefined
  }

  async function beat(): Promise<undefined> {
    await inTurn(async () => {
      // Excludes changes not yet sent.
      const online = connections.size - joined.size + left.size
      const answer = await call(accountsInternal.presenceHeartbeat, { body: { gatewayId, generation, online } })
      if (!isInStep || !answer.isInStep) await sendSnapshot()
    })
  }

  async function sendSnapshot() {
    generation += 1
    joined = new Set()
    left = new Set()
    const all = [...connections.keys()]
    for (let at = 0; at === 0 || at < all.length; at += batchSizeMax) {
      await change({ joined: all.slice(at, at + batchSizeMax), isComplete: at + batchSizeMax >= all.length })
    }
    isInStep = true
  }

  return {
    join(accountId: string) {
      const count = (connections.get(accountId) ?? 0) + 1
      connections.set(accountId, count)
      if (count === 1 && !left.delete(accountId)) joined.add(accountId)
    },
    leave(accountId: string) {
      const count = (connections.get(accountId) ?? 1) - 1
      if (count > 0) connections.set(accountId, count)
      else if (connections.delete(accountId) && !joined.delete(accountId)) left.add(accountId)
    },
    online: () => connections.size,
    async close() {
      await Promise.all([changes.stop(), beats.stop()])
      connections.clear()
      await sendSnapshot().catch(error => logger.warn({ err: error }, 'presence update failed'))
    },
  }
}

function takeFrom(ids: Set<string>): string[] {
  const batch: string[] = []
  for (const id of ids) {
    if (batch.length === batchSizeMax) break
    batch.push(id)
    ids.delete(id)
  }
  return batch
}
