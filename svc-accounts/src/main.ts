import { createLogger, runProcess, startFeedConsumer, startService } from '@cascade/service-kit'
import { startMoveAnnouncer } from './accounts/announce-moves'
import { ensureSuperadmin } from './accounts/bootstrap'
import { accountsPlans, createAccountsApp } from './app'
import { createDeps } from './deps'
import { readEnv } from './env'
import { gameReactions } from './games/reactions'
import { startLedger } from './ledger'
import { listenForEndedSessions } from './sessions/reactions'

async function start() {
  const env = readEnv()
  return startService({
    domain: 'accounts',
    env,
    plans: accountsPlans,
    build: async ({ mongo, bus, call, instanceId, logger, publisher, verifyToken, zone }, app) => {
      const { client, db } = mongo
      const ledger = await startLedger({ client, db, zone, laneName: env.LEDGER_LANE, logger, publisher })
      const deps = createDeps({ client, db, ledger, publisher })
      await ensureSuperadmin(deps, env.SUPERADMIN_PASSWORD)
      createAccountsApp(app, verifyToken, deps, env)
      const reactions = gameReactions(deps.gameNames)
      return [
        startFeedConsumer({ ...reactions, client, db, bus, call, instanceId, logger }),
        startMoveAnnouncer(deps, logger),
        listenForEndedSessions(bus, deps.passwords),
        ledger,
      ]
    },
  })
}

runProcess(createLogger('svc-accounts', 'info'), start)
