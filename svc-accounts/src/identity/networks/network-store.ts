import type { Networks } from '@cascade/contracts/accounts'
import { type CollectionSpec, createNetworkTest, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { type Account, ancestorIds } from '../../accounts/account'

type StoredRule = Networks & { _id: string }
/** Lists of networks: an address must be in one of each. */
export type NetworkRules = string[][]

export const networkCollections: readonly CollectionSpec[] = [{ name: 'networks' }]

/** Networks that accounts may be used from, by account id. */
export function createNetworkStore(db: Db) {
  const rows: Collection<StoredRule> = db.collection('networks')
  return {
    find: (accountId: string) => rows.findOne({ _id: accountId }),
    async replace(_id: string, rule: Networks, session: Tx): Promise<void> {
      if (rule.networks.length === 0) await rows.deleteOne({ _id }, { session })
      else await rows.replaceOne({ _id }, rule, { upsert: true, session })
    },

    /** Rules of each account: its own, and those that ancestors set for their subtree. Omits accounts without rules. */
    async rulesOf(accounts: readonly Account[]): Promise<Map<string, NetworkRules>> {
      const ids = accounts.flatMap(({ _id, ancestry }) => [_id, ...ancestorIds(ancestry)])
      const found = await rows.find({ _id: { $in: [...new Set(ids)] } }).toArray()
      if (found.length === 0) return new Map()
      const stored = new Map(found.map(rule => [rule._id, rule]))
      return new Map(
        accounts.flatMap(({ _id, ancestry }): [string, NetworkRules][] => {
          const above = ancestorIds(ancestry).flatMap(id => stored.get(id) ?? [])
          const rules = [stored.get(_id), ...above.filter(({ below }) => below)].flatMap(rule => rule ?? [])
          return rules.length > 0 ? [[_id, rules.map(({ networks }) => networks)]] : []
        }),
      )
    },
  }
}

export const isAllowed = (rules: NetworkRules | undefined, address: string): boolean =>
  rules?.every(networks => createNetworkTest(networks)(address)) ?? true
