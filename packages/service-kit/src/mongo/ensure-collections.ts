import type { Db, Document } from 'mongodb'
import { type CollectionSpec, indexNameOf, mergeSpecs } from './collections'
import { changesOf, isConflicting, missingIndexesOf, readStored } from './stored-collections'

/** A command that creates, changes or indexes a collection. */
export type RunDdl = (command: Document) => Promise<void>

/** One `createIndexes` command: MongoDB reads a collection once for all indexes of a command. */
export type IndexBuild = { createIndexes: string; indexes: Document[] }

/**
 * Creates missing collections with their validators and changes what differs. Indexes of new collections and unique
 * ones, which protect against duplicates, are complete when it resolves. Sends no DDL if nothing differs, because DDL
 * waits for an exclusive lock of its collection.
 * @returns the other missing indexes, whose builds may take hours on a large collection
 */
export async function prepareCollections(
  db: Db,
  specs: readonly CollectionSpec[],
  run: RunDdl,
): Promise<readonly IndexBuild[]> {
  const merged = mergeSpecs(specs)
  const before = await readStored(db, merged)
  const created = merged.filter(({ name }) => !before.has(name))
  for (const { name, validator } of created) {
    await run({ create: name, ...(validator && { validator, validationLevel: 'strict' }) }).catch(ignoreExisting)
  }
  // Another instance may have created some of them.
  const stored = created.length > 0 ? await readStored(db, merged) : before
  const builds: IndexBuild[] = []
  for (const spec of merged) {
    const own = stored.get(spec.name)
    for (const change of changesOf(spec, own)) await run(change)
    const missing = missingIndexesOf(spec, own)
    if (missing.length === 0) continue
    const build = {
      createIndexes: spec.name,
      indexes: missing.map(index => ({ ...index.options, key: index.key, name: indexNameOf(index) })),
    }
    const mustComplete = created.includes(spec) || missing.some(index => index.options?.unique)
    if (mustComplete || missing.some(index => isConflicting(index, own))) await run(build).catch(nameConflict)
    else builds.push(build)
  }
  return builds
}

/** As `prepareCollections`, and builds all indexes: for tests and tools on small data. */
export async function ensureCollections(db: Db, specs: readonly CollectionSpec[]): Promise<void> {
  const run: RunDdl = async command => {
    await db.command(withMajority(command))
  }
  for (const build of await prepareCollections(db, specs, run)) await run(build)
}

/** The driver adds no write concern to commands. */
export const withMajority = (command: Document): Document => ({ ...command, writeConcern: { w: 'majority' } })

function ignoreExisting(error: { codeName?: string }) {
  if (error.codeName !== 'NamespaceExists') throw error
}

function nameConflict(error: { codeName?: string; message?: string }): never {
  if (!/^Index(Options|KeySpecs)Conflict$/.test(error.codeName ?? '')) throw error
  throw new Error(`An index with changed options needs another name: ${error.message}`, { cause: error })
}
