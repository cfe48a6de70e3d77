import { randomBytes } from 'node:crypto'
import type { CollectionSpec } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { SealedSecret } from './factor-keys'

const lifetimeMs = 5 * 60_000

/** What a challenge may be answered for. */
export type Challenge = { _id: string; until: Date } & (
  | { purpose: 'second-factor'; accountId: string; network: string }
  | { purpose: 'new-password'; accountId: string; network: string; passwordVersion: number; hasProvedFactor: boolean }
  | { purpose: 'passkey' }
  | { purpose: 'registration'; accountId: string }
  /** Its id is that of the account: starting again replaces it. */
  | { purpose: 'totp'; accountId: string; secret: SealedSecret }
)
type Purpose = Challenge['purpose']
type ChallengeFor<P extends Purpose> = Extract<Challenge, { purpose: P }>
type Without<T> = T extends unknown ? Omit<T, '_id' | 'until'> : never

export const challengeCollections: readonly CollectionSpec[] = [
  { name: 'challenges', indexes: [{ key: { until: 1 }, options: { expireAfterSeconds: 0 } }] },
]

/** Challenges are valid for five minutes and are used once. */
export function createChallengeStore(db: Db, now: () => Date) {
  const rows: Collection<Challenge> = db.collection('challenges')
  return {
    /** @returns its id, which is also the WebAuthn challenge */
    async create(challenge: Without<Challenge>, id = randomBytes(32).toString('base64url')): Promise<string> {
      const until = new Date(now().getTime() + lifetimeMs)
      await rows.replaceOne({ _id: id }, { ...challenge, until }, { upsert: true })
      return id
    },
    async find<P extends Purpose>(_id: string, purpose: P): Promise<ChallengeFor<P> | undefined> {
      const found = await rows.findOne({ _id, until: { $gt: now() } })
      return found?.purpose === purpose ? (found as ChallengeFor<P>) : undefined
    },
    /** @returns false if it was used, or has expired */
    async consume({ _id }: Pick<Challenge, '_id'>): Promise<boolean> {
      return (await rows.deleteOne({ _id, until: { $gt: now() } })).deletedCount === 1
    },
  }
}
