import type { Db } from 'mongodb'
import { sleep } from '../clock'
import type { Background } from '../loop'
import type { CollectionPlan } from './collections'
import { type DdlOptions, withDdl } from './ddl'
import { type IndexBuild, prepareCollections } from './ensure-collections'

const retryMs = 60_000

/** Creates the collections of a service and builds their indexes, those that may wait in the background. */
export function createCollections(options: Omit<DdlOptions, 'signal'> & { db: Db }) {
  const { db, logger } = options
  const ending = new AbortController()
  const { signal } = ending
  const queue: IndexBuild[] = []
  let failure = ''
  let isStarted = false
  let running: Promise<void> | undefined

  async function buildAll(): Promise<void> {
    for (let build = queue[0]; build && !signal.aborted; build = queue[0]) {
      const { createIndexes: collection } = build
      const about = { collection, indexes: namesIn(build) }
      const startedAt = performance.now()
      logger.info(about, 'index build started')
      try {
        await withDdl({ ...options, signal }, run => run(build))
        queue.shift()
        failure = ''
        logger.info({ ...about, seconds: Math.round((performance.now() - startedAt) / 1000) }, 'index build complete')
      } catch (error) {
        if (signal.aborted) return
        failure = `; failed: ${error instanceof Error ? error.message : error}`
        logger.error({ ...about, err: error }, 'index build failed')
        await sleep(retryMs, signal)
      }
    }
  }

  function continueBuilds() {
    if (!isStarted) return
    running ??= buildAll().finally(() => {
      running = undefined
    })
  }

  return {
    /** Resolves when all collections exist and their unique indexes are complete; queues the other missing indexes. */
    async ensure(plans: readonly CollectionPlan[]): Promise<void> {
      queue.push(...(await withDdl({ ...options, signal }, run => prepareCollections(db, plans, run))))
      continueBuilds()
    },
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
      queue.flatMap((build, at) =>
        namesIn(build).map(name => `index ${build.createIndexes}.${name} is being built${at === 0 ? failure : ''}`),
      ),
  }
}

const namesIn = ({ indexes }: IndexBuild): string[] => indexes.map(({ name }) => name)
