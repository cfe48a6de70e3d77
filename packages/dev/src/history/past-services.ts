import { mongoEnv, notifyLoops, parseEnv, processEnv, startDatabaseClock, startService } from '@cascade/service-kit'
import { readEnv as readGatewayEnv } from '../../../../gateway/src/env'
import { startGateway } from '../../../../gateway/src/gateway'
import { readEnv as readAccountsEnv } from '../../../../svc-accounts/src/env'
import { createAccountsService } from '../../../../svc-accounts/src/service'
import { gamesService } from '../../../../svc-games/src/service'
import { readEnv as readLiveEnv } from '../../../../svc-live/src/env'
import { createLiveService } from '../../../../svc-live/src/service'
import { environmentOf, type SuitePlan } from '../suite/environment'

/** No limits, as all requests come from one address. */
const limits = Object.fromEntries(
  [
    'SESSION_PER_SECOND',
    'ADDRESS_PER_SECOND',
    'LOGIN_PER_MINUTE',
    'IN_FLIGHT_PER_SESSION',
    'IN_FLIGHT_PER_ACCOUNT',
  ].map(name => [`RATE_${name}`, '100000']),
)

export type PastServices = Awaited<ReturnType<typeof startPastServices>>

/**
 * Starts the gateway and the services in this process, on a clock in the past that the caller moves. Without
 * svc-reports, which later builds its reports from the events.
 */
export async function startPastServices(plan: SuitePlan, atMs: number) {
  let behindMs = Date.now() - atMs
  const envOf = (processName: string) =>
    environmentOf(processName, { ...plan, logLevel: 'silent', overrides: { ...plan.overrides, ...limits } })
  const startClock: typeof startDatabaseClock = async (db, logger) => {
    const { now, read, stop } = await startDatabaseClock(db, logger)
    return { now: () => now() - behindMs, read: async () => (await read()) - behindMs, stop }
  }
  const now = () => Date.now() - behindMs
  const accountsEnv = readAccountsEnv(envOf('svc-accounts'))
  const liveEnv = readLiveEnv(envOf('svc-live'))
  const gamesEnv = parseEnv({ ...processEnv, ...mongoEnv }, envOf('svc-games'))
  const stops = await Promise.all([
    startService(createAccountsService(accountsEnv), accountsEnv, startClock),
    startService(gamesService, gamesEnv, startClock),
    startService(createLiveService(liveEnv), liveEnv, startClock),
  ])
  const stopGateway = await startGateway(readGatewayEnv(envOf('gateway')), now)
  return {
    url: `http://127.0.0.1:${plan.ports.gateway?.http}`,
    now,
    /** Moves the clock forward; an earlier time has no effect. */
    moveTo(ms: number) {
      behindMs = Math.min(behindMs, Date.now() - ms)
      notifyLoops()
    },
    async stop() {
      await stopGateway()
      await Promise.all(stops.map(stop => stop()))
    },
  }
}
