import { startService } from '@cascade/service-kit'
import {
  firingAlerts,
  freePort,
  hasPrometheus,
  makeNamespace,
  makeServiceEnv,
  makeTestKeys,
} from '@cascade/service-kit/testing'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createReportsService } from '../service'

const stops: (() => Promise<unknown>)[] = []
let metricsPort: number
let client: MongoClient
let database: string

beforeAll(async () => {
  metricsPort = await freePort()
  const env = makeServiceEnv({
    name: 'reports',
    ports: { reports: await freePort() },
    keys: await makeTestKeys(),
    mongodbUri: inject('mongodbUri'),
    natsUrl: inject('natsUrl'),
    namespace: makeNamespace('reports'),
  })
  client = await MongoClient.connect(env.MONGODB_URI)
  database = env.MONGODB_DB
  stops.push(async () => {
    await client.db(database).dropDatabase()
    await client.close()
  })
  stops.push(await startService(createReportsService(), { ...env, METRICS_PORT: metricsPort }))
})
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})

const readMetrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
const insert = (name: string, row: { _id: string } & Record<string, unknown>) =>
  client.db(database).collection<{ _id: string }>(name).insertOne(row)

describe('the metrics of svc-reports', () => {
  it('raises alerts until the reports are verified and a backup is proven', {
    skip: !hasPrometheus,
  }, async () => {
    expect(await firingAlerts(await readMetrics())).toEqual(['ReportsNotVerified', 'BackupNotProven'])
    await insert('verification', { _id: 'state', upTo: new Date(), faults: 0, isWanted: false, running: null })
    await insert('backups', {
      _id: 'a|1',
      state: 'done',
      proof: { at: new Date(), rows: 1, faults: ['A row is missing.'] },
    })
    expect(await firingAlerts(await readMetrics())).toEqual(['BackupNotProven'])
    await insert('backups', { _id: 'a|2', state: 'done', proof: { at: new Date(), rows: 1, faults: [] } })
    expect(await firingAlerts(await readMetrics())).toEqual([])
  })

  it('raises an alert when the disk of the database is almost full', { skip: !hasPrometheus }, async () => {
    const figure = /^(cascade_reports_database_disk_free_ratio\{.*\}) .*$/m
    const metrics = await readMetrics()
    expect(metrics).toMatch(figure)
    expect(await firingAlerts(metrics)).not.toContain('DiskAlmostFull')
    expect(await firingAlerts(metrics.replace(figure, '$1 0.05'))).toContain('DiskAlmostFull')
  })
})
