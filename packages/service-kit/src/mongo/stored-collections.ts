import { BSON, type Db, type Document } from 'mongodb'
import { type CollectionSpec, type IndexSpec, indexNameOf } from './collections'

type Stored = { validator: Document | undefined; level: string; indexes: ReadonlyMap<string, Document> }

/** Options and complete indexes of the given collections that exist. */
export async function readStored(db: Db, specs: readonly CollectionSpec[]): Promise<ReadonlyMap<string, Stored>> {
  const names = new Set(specs.map(({ name }) => name))
  const existing = (await db.listCollections({}, { nameOnly: false }).toArray()).filter(({ name }) => names.has(name))
  return new Map(
    await Promise.all(
      existing.map(async ({ name, options = {} }): Promise<[string, Stored]> => {
        const { validator, validationLevel: level = 'strict' } = options as Document
        return [name, { validator, level, indexes: await readIndexes(db, name) }]
      }),
    ),
  )
}

/** Without those that are still being built, which MongoDB lists as well and which do not reject duplicates yet. */
async function readIndexes(db: Db, name: string): Promise<Map<string, Document>> {
  const { cursor } = await db.command({ listIndexes: name, cursor: {}, includeBuildUUIDs: true })
  const listed: Document[] = cursor.firstBatch
  return new Map(listed.filter(({ buildUUID }) => !buildUUID).map(index => [index.name, index]))
}

/** Commands that give an existing collection its validator and times to live. */
export function changesOf({ name, validator, indexes = [] }: CollectionSpec, stored: Stored | undefined): Document[] {
  const isValid = !validator || (isEqual(stored?.validator, validator) && stored?.level === 'strict')
  const expiries = indexes.flatMap(index => {
    const seconds = index.options?.expireAfterSeconds
    const own = stored?.indexes.get(indexNameOf(index))
    const isUnchanged = seconds === undefined || !own || Number(own.expireAfterSeconds) === seconds
    return isUnchanged ? [] : [{ collMod: name, index: { name: indexNameOf(index), expireAfterSeconds: seconds } }]
  })
  return [...(isValid ? [] : [{ collMod: name, validator, validationLevel: 'strict' }]), ...expiries]
}

/** Indexes to create; the server decides about those that exist with other options. */
export const missingIndexesOf = ({ indexes = [] }: CollectionSpec, stored: Stored | undefined): IndexSpec[] =>
  indexes.filter(index => !stored?.indexes.has(indexNameOf(index)) || isConflicting(index, stored))

/** Whether an index has its name, but other options. */
export function isConflicting(index: IndexSpec, stored: Stored | undefined): boolean {
  const own = stored?.indexes.get(indexNameOf(index))
  return own !== undefined && !isEqual(identityOf(own), identityOf({ ...index.options, key: index.key }))
}

const identityOf = ({ key, unique = false, sparse = false, partialFilterExpression = {} }: Document): Document => ({
  key,
  unique,
  sparse,
  partialFilterExpression,
})

const isEqual = (one: unknown, other: unknown) => toText(one) === toText(other)
const toText = (value: unknown) => BSON.EJSON.stringify(value, { relaxed: false })
