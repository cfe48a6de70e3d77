import type { CollectionInfo, CreateIndexesOptions, Db, Document, IndexSpecification } from 'mongodb'

export type CollectionPlan = {
  name: string
  validator?: Document
  indexes?: readonly { key: IndexSpecification; options?: CreateIndexesOptions }[]
}

/** Creates missing collections and indexes and sets validators. Safe on every start and on several replicas at once. */
export async function ensureCollections(db: Db, plans: readonly CollectionPlan[]): Promise<void> {
  const existing = new Set(
    (await db.listCollections({}, { nameOnly: true }).toArray()).map((c: CollectionInfo) => c.name),
  )
  for (const plan of plans) {
    if (!existing.has(plan.name)) await db.createCollection(plan.name).catch(ignoreExisting)
    if (plan.validator) {
      await db.command({ collMod: plan.name, validator: plan.validator, validationLevel: 'strict' })
    }
    for (const { key, options } of plan.indexes ?? []) await ensureIndex(db, plan.name, { key, options })
  }
}

type Index = NonNullable<CollectionPlan['indexes']>[number]

/** The driver's default name. An index with changed options needs another name. */
export const indexNameOf = ({ key, options }: Index): string => options?.name ?? Object.entries(key).flat().join('_')

async function ensureIndex(db: Db, name: string, { key, options = {} }: Index): Promise<void> {
  const { expireAfterSeconds } = options
  await db
    .collection(name)
    .createIndex(key, options)
    .catch((error: { codeName?: string }) => {
      if (expireAfterSeconds === undefined || error.codeName !== 'IndexOptionsConflict') throw error
      return db.command({ collMod: name, index: { keyPattern: key, expireAfterSeconds } })
    })
}

function ignoreExisting(error: { codeName?: string }) {
  if (error.codeName !== 'NamespaceExists') throw error
}
