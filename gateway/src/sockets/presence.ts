import { accountsInternal } from '@cascade/contracts/accounts'
import type { InternalClient, Logger } from '@cascade/service-kit'

const repeatMs = 20_000
const gatherMs = 250

export type Presence = ReturnType<typeof createPresence>

/** Tells svc-accounts which accounts hold a socket here: soon after a change, and again so that silence means gone. */
export function createPresence(deps: { call: InternalClient; gatewayId: string; logger: Logger }) {
  const { call, gatewayId, logger } = deps
  const sockets = new Map<string, number>()
  let soon: NodeJS.Timeout | undefined
  let failing = false
  const repeat = setInterval(() => void tell(), repeatMs)

  async function tell() {
    clearTimeout(soon)
    soon = undefined
    try {
      await call(accountsInternal.presence, { body: { gatewayId, online: [...sockets.keys()] } })
      failing = false
    } catch (error) {
      if (!failing) logger.warn({ err: error }, 'presence cannot be told')
      failing = true
    }
  }

  function changed() {
    soon ??= setTimeout(() => void tell(), gatherMs)
  }

  return {
    join(accountId: string) {
      const count = (sockets.get(accountId) ?? 0) + 1
      sockets.set(accountId, count)
      if (count === 1) changed()
    },
    leave(accountId: string) {
      const count = (sockets.get(accountId) ?? 1) - 1
      if (count > 0) sockets.set(accountId, count)
      else if (sockets.delete(accountId)) changed()
    },
    async close() {
      clearInterval(repeat)
      sockets.clear()
      await tell()
    },
  }
}
