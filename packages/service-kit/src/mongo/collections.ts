import type { CreateIndexesOptions, Document, IndexSpecification } from 'mongodb'

export type CollectionSpec = {
  name: string
  validator?: Document
  indexes?: readonly { key: IndexSpecification; options?: CreateIndexesOptions }[]
}

export type IndexSpec = NonNullable<CollectionSpec['indexes']>[number]

/** The driver's default name. An index with changed options needs another name. */
export const indexNameOf = ({ key, options }: IndexSpec): string =>
  options?.name ?? Object.entries(key).flat().join('_')

/** Several feeds of a service may use the same collection. */
export function mergeSpecs(specs: readonly CollectionSpec[]): CollectionSpec[] {
  const byName = new Map<string, CollectionSpec>()
  for (const spec of specs) {
    const { validator, indexes = [] } = byName.get(spec.name) ?? {}
    const names = new Set(indexes.map(indexNameOf))
    const added = (spec.indexes ?? []).filter(index => !names.has(indexNameOf(index)))
    byName.set(spec.name, { ...spec, validator: spec.validator ?? validator, indexes: [...indexes, ...added] })
  }
  return [...byName.values()]
}
