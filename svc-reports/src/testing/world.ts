import { accountsInternal, type WeekItem } from '@cascade/contracts/accounts'
import { liveInternal } from '@cascade/contracts/live'
import type { Verification } from '@cascade/contracts/reports'
import { busy, notFound, type Routes, startService } from '@cascade/service-kit'
import {
  accountCreated,
  actorOf,
  eventually,
  freePort,
  maintainStreams,
  makeAccount,
  makeNamespace,
  makeServiceEnv,
  makeTestApi,
  makeTestKeys,
  startTcpProxy,
  startTestProducer,
  type TestKeys,
  type TestProducer,
} from '@cascade/service-kit/testing'
import type { Db } from 'mongodb'
import { inject } from 'vitest'
import type { z } from 'zod'
import type { ReportsDeps, ReportsSettings } from '../deps'
import { consumerOf, createGenerations } from '../projections/runtime/generations'
import { createReportsService } from '../service'

type Mail = z.output<typeof accountsInternal.sendMail.body>

/** Two admins with a chain of accounts each, and a second superadmin. */
function makeTree() {
  const root = makeAccount()
  const otherRoot = makeAccount()
  const admin = makeAccount({ role: 'admin', parent: root })
  const manager = makeAccount({ role: 'superareamanager', parent: admin })
  const area = makeAccount({ role: 'areamanager', parent: manager })
  const master = makeAccount({ role: 'master', parent: area })
  const player = makeAccount({ role: 'player', parent: master })
  const gift = makeAccount({ role: 'gift', parent: admin })
  const rival = makeAccount({ role: 'admin', parent: root })
  const rivalManager = makeAccount({ role: 'superareamanager', parent: rival })
  return { root, otherRoot, admin, manager, area, master, player, gift, rival, rivalManager }
}

/** svc-reports with test producers in place of the other services, and a proxy in front of NATS. */
export async function startWorld(
  options: { startsReports?: boolean; zone?: string; settings?: (keys: TestKeys) => ReportsSettings } = {},
) {
  const namespace = makeNamespace('reports')
  const keys = await makeTestKeys()
  const ports = {
    accounts: await freePort(),
    games: await freePort(),
    live: await freePort(),
    reports: await freePort(),
  }
  const nats = await startTcpProxy(inject('natsUrl'))
  const servers = {
    keys,
    ports,
    namespace,
    mongodbUri: inject('mongodbUri'),
    natsUrl: `nats://127.0.0.1:${nats.port}`,
    ...(options.zone ? { zone: options.zone } : {}),
  }
  /** Balances that svc-accounts answers, in hundredths. */
  const balances = new Map<string, bigint>()
  /** Past balances, by `asOf`. */
  const pastBalances = new Map<string, Map<string, bigint>>()
  const balancesAt = (asOf: string | undefined) =>
    asOf ? (pastBalances.get(asOf) ?? new Map<string, bigint>()) : balances
  const answerBalances: Routes<undefined> = ({ serveInternal }) =>
    serveInternal(accountsInternal.balances, async ({ body }) => ({
      balances: body.accountIds.map(accountId => ({
        accountId,
        balance: String(balancesAt(body.asOf).get(accountId) ?? 0n),
      })),
    }))
  /** Exposures that svc-live answers, by admin ids; it fails for others. */
  const exposures = new Map<string, z.output<typeof liveInternal.exposure.response>>()
  const answerExposure: Routes<undefined> = ({ serveInternal }) =>
    serveInternal(liveInternal.exposure, async ({ body }) => {
      const found = exposures.get(String(body.adminIds))
      if (!found) throw busy()
      return found
    })
  /** Players and draws of tickets that svc-live answers. */
  const tickets = new Map<string, z.output<typeof liveInternal.ticketOwner.response>>()
  const answerTicketOwner: Routes<undefined> = ({ serveInternal }) =>
    serveInternal(liveInternal.ticketOwner, async ({ body }) => {
      const found = tickets.get(body.ticketId)
      if (!found) throw notFound()
      return found
    })
  /** Action items that svc-accounts answers, by account and first day with play; it fails for null. */
  const weekItems = new Map<string, WeekItem[] | null>()
  const answerWeekItems: Routes<undefined> = ({ serveInternal }) =>
    serveInternal(accountsInternal.actionItems, async ({ body: { accountId, playSince } }) => {
      const items = weekItems.get(`${accountId} ${playSince}`) ?? weekItems.get(accountId)
      if (items === null) throw busy()
      return { items: items ?? [] }
    })
  /** Mails that svc-accounts accepts or not. */
  const mails = { accepted: [] as Mail[], accepts: (_mail: Mail): boolean => true, removedLogins: [] as string[] }
  const answerMails: Routes<undefined> = ({ serveInternal }) =>
    serveInternal(accountsInternal.sendMail, async ({ body }) => {
      if (mails.removedLogins.includes(body.accountId)) return { isSent: false, isRemoved: true }
      if (!mails.accepts(body)) throw busy()
      mails.accepted.push(body)
      return { isSent: true }
    })
  const routesOf = {
    accounts: [answerBalances, answerWeekItems, answerMails],
    games: [],
    live: [answerExposure, answerTicketOwner],
  }
  const producerOf = (domain: 'accounts' | 'games' | 'live') =>
    startTestProducer(domain, makeServiceEnv({ name: domain, ...servers }), routesOf[domain])
  const [producer, games, live] = await Promise.all([producerOf('accounts'), producerOf('games'), producerOf('live')])
  const streams = await maintainStreams({
    NATS_URL: servers.natsUrl,
    CASCADE_NAMESPACE: servers.namespace,
    STREAM_MEGABYTES: 4,
  })
  const env = makeServiceEnv({ name: 'reports', ...servers })
  const tree = makeTree()
  await producer.emit(...Object.values(tree).map(accountCreated))
  let stopReports: (() => Promise<void>) | undefined
  let deps: ReportsDeps | undefined
  const db: Db = producer.client.db(env.MONGODB_DB)
  const generations = createGenerations({ client: producer.client, db })

  const isHandled = (from: TestProducer, cursorId: string) =>
    eventually(async () => {
      const unnumbered = await from.db.collection('outbox').countDocuments({ todo: 'number' })
      const counter = await from.db.collection<{ _id: string; head: number }>('outbox_counter').findOne()
      const cursor = await db.collection<{ _id: string; lastSeq: number }>('cursors').findOne({ _id: cursorId })
      return unnumbered === 0 && Number(cursor?.lastSeq ?? 0) === Number(counter?.head ?? 0)
    })

  const isCreditHandled = (cursorId: string) =>
    eventually(async () => {
      const { head } = await producer.credit.read(0, 0)
      const cursor = await db.collection<{ _id: string; lastSeq: number }>('cursors').findOne({ _id: cursorId })
      return Number(cursor?.lastSeq ?? 0) === head
    })

  const world = {
    keys,
    ports,
    tree,
    balances,
    pastBalances,
    exposures,
    tickets,
    weekItems,
    mails,
    /** Dependencies of the running service. */
    deps: () => deps as ReportsDeps,
    producer,
    games,
    live,
    nats,
    db,
    generations,
    call: makeTestApi(keys, 'reports', ports.reports),
    async start() {
      const service = createReportsService({ verificationHasPauses: false, ...options.settings?.(keys) })
      const createDeps: typeof service.createDeps = async parts => {
        const created = await service.createDeps(parts)
        deps = created
        return created
      }
      stopReports = await startService({ ...service, createDeps }, env)
    },
    async stopReports() {
      await stopReports?.()
      stopReports = undefined
    },
    /** Waits until all emitted events are applied. */
    async caughtUp() {
      const { active } = await generations.state()
      await Promise.all([
        isHandled(producer, `${consumerOf(active)}:accounts`),
        isCreditHandled(`${consumerOf(active)}:accounts.credit`),
        isHandled(live, `${consumerOf(active)}:live`),
        isHandled(games, 'reports:games'),
      ])
    },
    /** Compares all projections with the events, as a superadmin requests it. */
    async verify(): Promise<Verification> {
      const read = async () => (await world.call(actorOf(tree.root), 'GET /reports/verification')).body.data
      const { upTo } = (await read()) as Verification
      let running: Verification['running']
      await world.call(actorOf(tree.root), 'POST /reports/verification', {})
      return whileProgressing(
        () => running,
        async () => {
          const state = (await read()) as Verification
          running = state.running
          return state.upTo !== upTo && !running && state
        },
      )
    },
    /** Waits until a generation after `number` is active. */
    generationAfter: (number: number) =>
      whileProgressing(
        () => db.collection('cursors').distinct('lastSeq'),
        async () => (await generations.state()).active > number,
      ),
    async stop() {
      await world.stopReports()
      await streams.stop()
      await Promise.all([producer, games, live].map(each => each.stop()))
      await nats.cut()
    },
  }
  if (options.startsReports !== false) await world.start()
  return world
}

/** Waits for `done` as long as `progress` changes at least every 30 s: how long it takes depends on the machine. */
async function whileProgressing<T extends object | boolean>(
  progress: () => unknown,
  done: () => Promise<T | undefined | false>,
): Promise<T> {
  for (let last: string | undefined; ; ) {
    const next = await eventually(async () => {
      const result = await done()
      const current = String(
        JSON.stringify(await progress(), (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
      )
      return result ? { result } : current !== last && { current }
    }, 30_000)
    if ('result' in next) return next.result as T
    last = next.current
  }
}
