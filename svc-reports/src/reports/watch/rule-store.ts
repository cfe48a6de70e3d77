import { type WatchRules, watchRuleDefaults } from '@cascade/contracts/reports'
import { allAccounts, type CollectionSpec } from '@cascade/service-kit'
import type { Db } from 'mongodb'

/** `_id`: an admin, or `allAccounts` for those without rules of their own. */
type RulesRow = { _id: string; rules: WatchRules }

export const ruleCollections: readonly CollectionSpec[] = [{ name: 'watch_rules' }]

export function createRuleStore(db: Db) {
  const rows = db.collection<RulesRow>('watch_rules')

  async function read(owners: readonly string[]): Promise<(owner: string) => WatchRules> {
    const found = await rows.find({ _id: { $in: [...owners, allAccounts] } }).toArray()
    const rulesOf = new Map(found.map(({ _id, rules }) => [_id, rules]))
    // Rules of a later version are not in older rows.
    return owner => ({ ...watchRuleDefaults, ...(rulesOf.get(owner) ?? rulesOf.get(allAccounts)) })
  }

  return {
    /** The rules in force, by admin. */
    read,

    /** @returns the rules before */
    async replace(owner: string, rules: WatchRules): Promise<WatchRules> {
      const before = (await read([owner]))(owner)
      await rows.updateOne({ _id: owner }, { $set: { rules } }, { upsert: true })
      return before
    },
  }
}
