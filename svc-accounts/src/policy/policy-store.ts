import type { Role } from '@cascade/contracts'
import { defaultPolicy, type SecurityPolicy } from '@cascade/contracts/accounts'
import { type CollectionPlan, conflict, isDuplicateKey } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

/** The policy, and since when each role needs a second factor. */
export type StoredPolicy = {
  _id: 'security'
  version: number
  policy: SecurityPolicy
  requiredSince: Partial<Record<Role, Date>>
  /** Since when the idle limit is in force: sessions are idle from then on at the earliest. */
  idleSince?: Date
}

export const policyPlans: readonly CollectionPlan[] = [{ name: 'policy' }]

export function createPolicyStore(db: Db) {
  const rows: Collection<StoredPolicy> = db.collection('policy')
  return {
    read: async (): Promise<StoredPolicy> =>
      (await rows.findOne({ _id: 'security' })) ?? {
        _id: 'security',
        version: 0,
        policy: defaultPolicy,
        requiredSince: {},
      },
    /** @throws AppError CONFLICT if it has changed since `before` was read */
    async replace(before: StoredPolicy, after: StoredPolicy): Promise<void> {
      const stale = () => conflict('The policy has just changed. Please read it again.')
      if (before.version === 0) {
        await rows.insertOne(after).catch((error: unknown) => {
          throw isDuplicateKey(error) ? stale() : error
        })
        return
      }
      const { matchedCount } = await rows.replaceOne({ _id: 'security', version: before.version }, after)
      if (matchedCount === 0) throw stale()
    },
  }
}

export const factorRuleOf = ({ policy }: StoredPolicy, role: Role) =>
  (policy.secondFactor as Partial<Record<Role, 'off' | 'optional' | 'required'>>)[role] ?? 'off'

const dayMs = 86_400_000

/** The account's role needs a second factor, and its days of grace are over. */
export function isFactorDue(
  stored: StoredPolicy,
  { role, createdAt }: { role: Role; createdAt: Date },
  now: Date,
): boolean {
  if (factorRuleOf(stored, role) !== 'required') return false
  const since = Math.max(createdAt.getTime(), stored.requiredSince[role]?.getTime() ?? 0)
  return now.getTime() >= since + stored.policy.graceDays * dayMs
}

/** For the browser, which warns before an idle session ends. */
export const statedIdleLimit = ({ policy: { idleMinutes } }: StoredPolicy) =>
  idleMinutes === null ? {} : { idleMinutes }

/** Milliseconds without a call after which a session ends; undefined without a limit. */
export function idleLimitOf({ policy: { idleMinutes }, idleSince = new Date(0) }: StoredPolicy) {
  if (idleMinutes === null) return undefined
  return { limitMs: idleMinutes * 60_000, since: idleSince }
}
export type IdleLimit = ReturnType<typeof idleLimitOf>
