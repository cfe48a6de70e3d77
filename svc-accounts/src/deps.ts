import { inTransaction, type Ctx as KitCtx, type ServiceParts } from '@cascade/service-kit'
import { createAccountStore, orDuplicate } from './accounts/account-store'
import { applyWrites, type Write } from './accounts/account-writes'
import { createCreationKeys } from './accounts/creation-keys'
import { createGameCopy } from './copies/games'
import { createAttemptGuard } from './credentials/attempt-guard'
import { createCredentialStore } from './credentials/credential-store'
import { createHasher } from './credentials/hasher'
import { createPasswordMemory } from './credentials/password-memory'
import { createGroupedRead } from './grouped-read'
import { startLedger } from './ledger'
import type { AccountsSettings } from './service'
import { createSessionStore } from './sessions/session-store'

/** Who asked, and under which request id: what every verb gets besides its input. */
export type Ctx = Pick<KitCtx, 'actor' | 'requestId'>

export type AccountsDeps = Awaited<ReturnType<typeof createDeps>>
export type DepsParts = Pick<ServiceParts, 'client' | 'db' | 'core' | 'publisher' | 'logger' | 'zone'>

/** Everything that a verb may use, made once for the process. */
export async function createDeps(parts: DepsParts, settings: Pick<AccountsSettings, 'LEDGER_LANE' | 'signupAllowed'>) {
  const { client, db, core, publisher, logger, zone } = parts
  const ledger = await startLedger({ client, db, zone, laneName: settings.LEDGER_LANE, logger, publisher })
  return {
    ...core,
    db,
    ledger,
    signupAllowed: settings.signupAllowed,
    balances: createGroupedRead(ledger.balances),
    accounts: createAccountStore(db),
    creationKeys: createCreationKeys(db),
    credentials: createCredentialStore(db),
    sessions: createSessionStore(db, core.now),
    gameNames: createGameCopy(db),
    hasher: createHasher(),
    attempts: createAttemptGuard(db, core.now),
    passwords: createPasswordMemory(),
    /** Commits writes that need no wallet. @throws AccountMoved when one of its updates matches nothing. */
    async commit(writes: readonly Write[]): Promise<void> {
      await orDuplicate(inTransaction(client, session => applyWrites(db, writes, session)))
      publisher.poke()
    },
  }
}
