import type { AnyEvent } from '@cascade/contracts'
import {
  type Background,
  type FeedConsumer,
  type FeedReplaced,
  type FeedSource,
  feedIdOf,
  idleMs,
  resetReplica,
  type ServiceContext,
  startFeedConsumer,
  startLoop,
} from '@cascade/service-kit'
import { consumerOf, type Generations, type Projection, prefixOf, projectionsVersion } from './generations'

const roundMs = 1_000
const batchSizeDefault = 1_000
/** Lists may be this far behind: batching halves the number of transactions. */
const gatherMs = 250
/** Longer than any read of a retired generation. */
const retentionMs = 60_000

type Options = { retentionMs?: number }

/**
 * Keeps the active generation up to date and builds the next one from the first event when requested. Any number of
 * replicas may run this; each feed has one consumer at a time.
 */
export function runProjections(
  parts: ServiceContext,
  projections: readonly Projection[],
  generations: Generations,
  options: Options = {},
): Background {
  const { db, logger, collectionBuilder } = parts
  const sources = [
    ...new Map(projections.map(({ producer, feed }) => [feedIdOf({ producer, feed }), { producer, feed }])).values(),
  ]
  const running = new Map<number, FeedConsumer[]>()
  let isChanging = true
  const loop = startLoop(round, { everyMs: () => (isChanging ? roundMs : idleMs), logger, name: 'projections' })
  generations.onBuild(loop.notify)

  async function round(): Promise<undefined> {
    const before = await generations.state()
    const isCurrent = before.shape === projectionsVersion
    if (!isCurrent) await generations.build('projection version changed')
    const { active, building, retired } = isCurrent ? before : await generations.state()
    isChanging = building !== null || retired.length > 0
    for (const generation of [active, ...(building ? [building.generation] : [])]) {
      if (!running.has(generation)) running.set(generation, await start(generation))
    }
    if (building && (await generations.switchWhenCaughtUp(sources))) {
      logger.info({ from: active, to: building.generation }, 'projections switched')
    }
    for (const { generation, at } of retired) {
      await stop(generation)
      const isOver = Date.now() - at.getTime() > (options.retentionMs ?? retentionMs)
      if (isOver) await remove(generation)
    }
    return undefined
  }

  async function start(generation: number): Promise<FeedConsumer[]> {
    const prefix = prefixOf(generation)
    await collectionBuilder.ensure(projections.flatMap(projection => projection.collections(prefix)))
    return sources.map(source => startFeedConsumer(consumerOptions(generation, source)))
  }

  function consumerOptions(generation: number, source: FeedSource) {
    const own = projections.filter(projection => feedIdOf(projection) === feedIdOf(source))
    const project = async (events: readonly AnyEvent[], tx: Parameters<Projection['project']>[3]) => {
      for (const projection of own) await projection.project(db, prefixOf(generation), events, tx)
    }
    const schemas = Object.assign({}, ...own.map(projection => projection.schemas)) as Projection['schemas']
    const batchSize = Math.min(...own.map(projection => projection.batchSize ?? batchSizeDefault))
    const weight = own.find(projection => projection.weight)?.weight
    const onReplaced: FeedReplaced = async replaced => {
      const { active } = await generations.state()
      const collections = own.flatMap(projection => projection.collections(prefixOf(generation)))
      if (generation !== active) return resetReplica(db, { ...replaced, collections })
      await generations.rebuildAfterReset(replaced)
      return 'halt'
    }
    return {
      ...parts,
      ...source,
      name: consumerOf(generation),
      schemas,
      project,
      batchSize,
      weight,
      gatherMs,
      onReplaced,
    }
  }

  async function stop(generation: number) {
    const consumers = running.get(generation) ?? []
    running.delete(generation)
    await Promise.all(consumers.map(consumer => consumer.stop()))
  }

  async function remove(generation: number) {
    const prefix = prefixOf(generation)
    const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name)
    for (const name of names.filter(each => each.startsWith(prefix))) await db.collection(name).drop()
    await generations.forget(generation, sources)
    logger.info({ generation }, 'projection generation removed')
  }

  return {
    async stop() {
      await loop.stop()
      await Promise.all([...running.keys()].map(stop))
    },
  }
}
