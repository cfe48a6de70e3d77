import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { afterAll, describe, expect, inject, it, vi } from 'vitest'
import { eventually, makeCertificate, makeNamespace, primaryOf, startTlsProxy } from '../testing'
import { connectMongo } from './connect'
import { isTransient } from './driver-errors'

const tls = createRequire(import.meta.url)('node:tls') as typeof import('node:tls')
const opened = vi.spyOn(tls, 'connect')
const database = makeNamespace('tls')

const uriWith = (options: string) => `mongodb://localhost:${proxy.port}/?directConnection=true&tls=true${options}`

const folder = await mkdtemp(join(tmpdir(), 'cascade-tls-'))
const certificate = await makeCertificate(folder)
const proxy = await startTlsProxy(Number(new URL(await primaryOf(inject('mongodbUri'))).port), certificate)
const mongo = await connectMongo(uriWith(`&tlsCAFile=${certificate.certFile}`), database)
afterAll(async () => {
  await mongo.db.dropDatabase()
  await mongo.close()
  await proxy.stop()
  await rm(folder, { recursive: true })
})

/** As in the test of the driver's patch. */
const cutWhileSerialised = {
  toBSON() {
    for (const { value } of opened.mock.results) (value as TLSSocket).destroy()
    return 1
  },
}

describe('a database behind TLS', () => {
  it('is not connected to without its CA', async () => {
    await expect(connectMongo(uriWith(''), database)).rejects.toThrow('self-signed certificate')
  })

  it('ends a write with a network error when the socket is destroyed before it', async () => {
    const rows = mongo.db.collection<{ _id: number; value: unknown }>('rows')
    await rows.insertOne({ _id: 1, value: 1 })
    const error = await rows.insertOne({ _id: 2, value: cutWhileSerialised }).catch((thrown: unknown) => thrown)
    expect(isTransient(error)).toBe(true)
  })

  it('is reached again after all connections were reset, and no write is lost or waits for ever', async () => {
    const rows = mongo.db.collection<{ _id: string }>('many')
    const writes = Promise.allSettled(Array.from({ length: 200 }, (_, at) => rows.insertOne({ _id: `before-${at}` })))
    await eventually(async () => (await mongo.db.collection('rows').countDocuments()) >= 1)
    proxy.reset()
    for (const { reason } of (await writes).filter(each => each.status === 'rejected')) {
      expect(isTransient(reason)).toBe(true)
    }
    await eventually(async () => (await rows.insertOne({ _id: 'after' }).catch(() => undefined))?.acknowledged === true)
  })
})
