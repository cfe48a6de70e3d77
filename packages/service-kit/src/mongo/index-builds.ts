import type { Db } from 'mongodb'
import type { Background } from '../runtime/loop'
import { sleep } from '../runtime/loop'
import type { CollectionSpec } from './collections'
import { type DdlOptions, withDdl } from './ddl'
import { type IndexBuild, prepareCollections } from './ensure-collections'

const retryMs = 60_000

/** Creates the collections of a service and builds their indexes, those that may wait in the background. */
export function createCollectionBuilder(options: Omit<DdlOptions, 'signal'> & { db: Db }) {
  const { db, logger } = options
  const ending = new AbortController()
  const { signal } = ending
  const queue: IndexBuild[] = []
  const failures = new Map<IndexBuild, string>()
  let isStarted = false
  let running: Promise<void> | undefined

  async function buildAll(): Promise<void> {
    for (let next = queue[0]; next && !signal.aborted; next = queue[0]) {
      const current = next
      const about = { collection: current.createIndexes, indexes: namesIn(current) }
      const startedAt = performance.now()
      logger.info(about, 'index build started')
      try {
        await withDdl({ ...options, signal }, run => run(current))
        queue.shift()
        failures.delete(current)
        logger.info({ ...about, seconds: Math.round((performance.now() - startedAt) / 1000) }, 'index build complete')
      } catch (error) {
        if (signal.aborted) return
        failures.set(current, `; failed: ${error instanceof Error ? error.message : error}`)
        queue.push(...queue.splice(0, 1))
        logger.error({ ...about, err: error }, 'index build failed')
        await sleep(retryMs, signal)
      }
    }
  }

  function build(builds: readonly IndexBuild[]) {
    queue.push(...builds)
    continueBuilds()
  }

  function continueBuilds() {
    if (!isStarted) return
    running ??= buildAll().finally(() => {
      running = undefined
      if (queue.length > 0 && !signal.aborted) continueBuilds()
    })
  }

  return {
    /** Resolves when all collections exist and their unique indexes are complete; queues the other missing indexes. */
    async ensure(specs: readonly CollectionSpec[]): Promise<void> {
      build(await withDdl({ ...options, signal }, run => prepareCollections(db, specs, run)))
    },
    build,
    /** Builds missing indexes one collection after another from now on. */
    startBuilds(): Background {
      isStarted = true
      continueBuilds()
      return {
        async stop() {
          ending.abort()
          await running
        },
      }
    },
    /** Texts for `/readyz` about indexes that are missing. */
    building: (): string[] =>
      queue.flatMap(build =>
        namesIn(build).map(name => `index ${build.createIndexes}.${name} is being built${failures.get(build) ?? ''}`),
      ),
  }
}

const namesIn = ({ indexes }: IndexBuild): string[] => indexes.map(({ name }) => name)
