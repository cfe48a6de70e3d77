import { type Actor, inTransaction, type NewEvent, writeOutbox } from '@cascade/service-kit'
import type { ClientSession, Db, MongoClient } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import { createAccountStore, orDuplicate } from './accounts/account-store'
import { applyWrites, type Write } from './accounts/account-writes'
import { createCreationKeys } from './accounts/creation-keys'
import { createAttemptGuard } from './credentials/attempt-guard'
import { createCredentialStore } from './credentials/credential-store'
import { createHasher } from './credentials/hasher'
import { createPasswordMemory } from './credentials/password-memory'
import { createGameNames } from './games/game-names'
import { createGroupedRead } from './grouped-read'
import type { Ledger } from './ledger'
import { createSessionStore } from './sessions/session-store'

/** Who asked, and under which request id: what every verb gets besides its input. */
export type Ctx = { actor: Actor; requestId: string }

export type DepsOptions = {
  client: MongoClient
  db: Db
  ledger: Ledger
  publisher: { poke: () => void }
  now?: () => Date
}

export type AccountsDeps = ReturnType<typeof createDeps>

/** Everything that a verb may use, made once for the process. */
export function createDeps({ client, db, ledger, publisher, now = () => new Date() }: DepsOptions) {
  return {
    db,
    ledger,
    balances: createGroupedRead(ledger.balances),
    now,
    newId: () => uuidv7(),
    accounts: createAccountStore(db),
    creationKeys: createCreationKeys(db),
    credentials: createCredentialStore(db),
    sessions: createSessionStore(db, now),
    gameNames: createGameNames(db),
    hasher: createHasher(),
    attempts: createAttemptGuard(db, now),
    passwords: createPasswordMemory(),
    writeEvents: (events: readonly NewEvent[], session: ClientSession) => writeOutbox(db, events, session),
    /** Commits writes that need no wallet. @throws AccountMoved when one of its updates matches nothing. */
    async commit(writes: readonly Write[]): Promise<void> {
      await orDuplicate(inTransaction(client, session => applyWrites(db, writes, session)))
      publisher.poke()
    },
    /** One transaction without money; whoever listens is told once it is durable. */
    async transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
      const result = await inTransaction(client, work)
      publisher.poke()
      return result
    },
  }
}
