import type { CreateIndexesOptions, Document, IndexSpecification } from 'mongodb'

export type CollectionPlan = {
  name: string
  validator?: Document
  indexes?: readonly { key: IndexSpecification; options?: CreateIndexesOptions }[]
}

export type PlannedIndex = NonNullable<CollectionPlan['indexes']>[number]

/** The driver's default name. An index with changed options needs another name. */
export const indexNameOf = ({ key, options }: PlannedIndex): string =>
  options?.name ?? Object.entries(key).flat().join('_')

/** Several feeds of a service may use the same collection. */
export function mergePlans(plans: readonly CollectionPlan[]): CollectionPlan[] {
  const byName = new Map<string, CollectionPlan>()
  for (const plan of plans) {
    const { validator, indexes = [] } = byName.get(plan.name) ?? {}
    const names = new Set(indexes.map(indexNameOf))
    const added = (plan.indexes ?? []).filter(index => !names.has(indexNameOf(index)))
    byName.set(plan.name, { ...plan, validator: plan.validator ?? validator, indexes: [...indexes, ...added] })
  }
  return [...byName.values()]
}
