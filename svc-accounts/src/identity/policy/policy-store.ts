import type { Role } from '@cascade/contracts'
import { defaultPolicy, type SecurityPolicy } from '@cascade/contracts/accounts'
import type { LaunchItem } from '@cascade/contracts/gateway'
import { type CollectionSpec, conflict, isDuplicateKey, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

/** The policy, and since when each role needs a second factor. */
export type StoredSecurityPolicy = {
  _id: 'security'
  version: number
  policy: SecurityPolicy
  requiredSince: Partial<Record<Role, Date>>
  /** Since when the idle limit is in force: sessions are idle from then on at the earliest. */
  idleSince?: Date
  /** Approval under which it was written: a repeated approved call changes nothing more. */
  approvalId?: string | undefined
}

export const policyCollections: readonly CollectionSpec[] = [{ name: 'policy' }]

export function createSecurityPolicyStore(db: Db) {
  const rows: Collection<StoredSecurityPolicy> = db.collection('policy')
  const launches: Collection<{ _id: 'launch'; accepted: LaunchItem[] }> = db.collection('policy')
  return {
    async read(): Promise<StoredSecurityPolicy> {
      const stored = await rows.findOne({ _id: 'security' })
      if (!stored) return { _id: 'security', version: 0, policy: defaultPolicy, requiredSince: {} }
      // Rows of 1.0.0 name only some of the roles and fields.
      const secondFactor = { ...defaultPolicy.secondFactor, ...stored.policy.secondFactor }
      return { ...stored, policy: { ...defaultPolicy, ...stored.policy, secondFactor } }
    },
    async acceptedItems(): Promise<LaunchItem[]> {
      return (await launches.findOne({ _id: 'launch' }))?.accepted ?? []
    },
    acceptItem: (item: LaunchItem, session: Tx) =>
      launches.updateOne({ _id: 'launch' }, { $addToSet: { accepted: item } }, { upsert: true, session }),
    /** @throws AppError CONFLICT if it has changed since `before` was read */
    async replace(before: StoredSecurityPolicy, after: StoredSecurityPolicy, tx: Tx): Promise<void> {
      const stale = () => conflict('The policy has just changed. Please read it again.')
      if (before.version === 0) {
        await rows.insertOne(after, { session: tx }).catch((error: unknown) => {
          throw isDuplicateKey(error) ? stale() : error
        })
        return
      }
      const filter = { _id: 'security' as const, version: before.version }
      const { matchedCount } = await rows.replaceOne(filter, after, { session: tx })
      if (matchedCount === 0) throw stale()
    },
  }
}

export type SecurityPolicyStore = ReturnType<typeof createSecurityPolicyStore>

export const factorRuleOf = ({ policy }: StoredSecurityPolicy, role: Role) =>
  (policy.secondFactor as Partial<Record<Role, 'off' | 'optional' | 'required'>>)[role] ?? 'optional'

const dayMs = 86_400_000

/** The account's role needs a second factor and its grace period is over. Accounts created since then have no grace. */
export function isFactorDue(
  stored: StoredSecurityPolicy,
  { role, createdAt }: { role: Role; createdAt: Date },
  now: Date,
): boolean {
  if (factorRuleOf(stored, role) !== 'required') return false
  const since = stored.requiredSince[role] ?? new Date(0)
  return createdAt >= since || now.getTime() >= since.getTime() + stored.policy.graceDays * dayMs
}

/** For the browser, which warns before an idle session ends. */
export const statedIdleLimit = ({ policy: { idleMinutes } }: StoredSecurityPolicy) =>
  idleMinutes === null ? {} : { idleMinutes }

/** Milliseconds without a call after which a session ends; undefined without a limit. */
export function idleLimitOf({ policy: { idleMinutes }, idleSince = new Date(0) }: StoredSecurityPolicy) {
  if (idleMinutes === null) return undefined
  return { limitMs: idleMinutes * 60_000, since: idleSince }
}
export type IdleLimit = ReturnType<typeof idleLimitOf>
