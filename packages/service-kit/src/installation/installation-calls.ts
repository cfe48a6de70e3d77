import { type DomainName, installationCallsOf } from '@cascade/contracts'
import type { Db } from 'mongodb'
import { type CollectionPlan, ensureCollections } from '../data/mongo'
import type { Bus } from '../events/bus'
import { busy, conflict } from '../http/errors'
import type { Router } from '../http/router'
import type { Logger } from '../process/logger'
import type { ModeStore } from './mode-store'
import type { StoredRows } from './stored-rows'

type Parts = {
  domain: DomainName
  modes: ModeStore
  zone: string
  /** A sentence about what would be lost if another installation's rows were put here. */
  holds: () => Promise<string | undefined>
}
type RestingParts = Parts & {
  /** A sentence about why the service could not go on with what was restored. */
  misfit: () => Promise<string | undefined>
  db: Db
  bus: Bus
  rows: StoredRows
  plans: readonly CollectionPlan[]
  logger: Logger
}

const notResting = () => conflict('The service does not rest.')

/** What a service answers in every mode: in which one it is, and that it shall change it. */
export function addModeCalls({ serveInternal }: Router, { domain, modes, zone, holds }: Parts) {
  const calls = installationCallsOf(domain)
  const state = async () => {
    const [{ mode }, level] = await Promise.all([modes.read(), modes.isLevel()])
    return { mode, level, zone }
  }
  serveInternal(calls.state, state)
  serveInternal(calls.rest, async ({ body: { mode, by, archive } }) => {
    const { cleared } = await modes.read()
    const found = mode === 'restoring' && !cleared ? await holds() : undefined
    if (found) throw conflict(found)
    await modes.rest(mode, by, archive)
    return state()
  })
  serveInternal(calls.work, async ({ body }) => {
    await modes.work(body.by)
    return state()
  })
  return state
}

/** What a service answers while it rests. */
export function addRestingCalls(router: Router, parts: RestingParts) {
  const { domain, modes, holds, db, bus, rows, plans, logger } = parts
  const { serveInternal, serveLines } = router
  const calls = installationCallsOf(domain)
  const state = addModeCalls(router, parts)
  const requireCleared = async () => {
    const { mode, cleared } = await modes.read()
    if (mode !== 'restoring' || !cleared) throw notResting()
  }

  serveInternal(calls.collections, async () => ({ collections: await rows.count() }))
  serveLines(calls.rows, ({ body }) => rows.lines(body.collection))

  serveInternal(calls.clear, async () => {
    const { mode, cleared } = await modes.read()
    if (mode !== 'restoring' || !(await modes.isLevel())) throw notResting()
    // Looked at again: until a moment ago others worked here.
    const found = cleared ? undefined : await holds()
    if (found) throw conflict(found)
    if (!bus.isUp()) throw busy(1, 'SERVICE_AWAY')
    await modes.cleared()
    await rows.clear()
    // Numbers of the old streams will be used again for other events.
    await bus.forgetStreams(domain)
    await ensureCollections(db, plans)
    return state()
  })

  serveInternal(calls.put, async ({ body: { collection, lines } }) => {
    await requireCleared()
    await rows.put(collection, lines)
    return { rows: lines.length }
  })

  serveInternal(calls.finish, async ({ body }) => {
    await requireCleared()
    const found = new Map((await rows.count()).map(each => [each.name, each.rows]))
    const wrong = body.collections.filter(({ name, rows: wanted }) => (found.get(name) ?? 0) !== wanted)
    if (wrong.length > 0) throw conflict(`Rows are missing in ${wrong.map(({ name }) => name).join(', ')}.`)
    const misfit = await parts.misfit()
    if (misfit) throw conflict(misfit)
    await modes.restored()
    logger.info({ collections: body.collections.length }, 'restored')
    return state()
  })
}
