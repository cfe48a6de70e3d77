import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startMongo } from './mongo'
import { startNats } from './nats'
import type { RunningServer } from './server'

let folder: string
let server: RunningServer | undefined
let client: MongoClient | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-servers-'))
})

afterEach(async () => {
  await client?.close()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('startMongo', () => {
  it('keeps its data and port after SIGKILL and a restart', async () => {
    server = await startMongo({ dataDir: folder })
    client = new MongoClient(server.uri)
    const documents = client.db('sample').collection('documents')
    await documents.insertMany(Array.from({ length: 100 }, (_, n) => ({ n })))
    const pid = server.pid

    await server.kill()
    expect(server.pid).toBeUndefined()
    await server.start()

    expect(server.pid).not.toBe(pid)
    expect(await documents.countDocuments()).toBe(100)
  })

  it('keeps its data for a later run', async () => {
    server = await startMongo({ dataDir: folder })
    client = new MongoClient(server.uri)
    await client.db('sample').collection('documents').insertOne({ n: 1 })
    await client.close()
    await server.stop()

    server = await startMongo({ dataDir: folder })
    client = new MongoClient(server.uri)
    expect(await client.db('sample').collection('documents').countDocuments()).toBe(1)
  })

  it('gives instructions if the configured address does not respond', async () => {
    const start = startMongo({ dataDir: folder, uri: 'mongodb://user:secret@127.0.0.1:9/?directConnection=true' })
    await expect(start).rejects.toThrow(/MONGODB_URI \(mongodb:\/\/127\.0\.0\.1:9.*Start it or unset/)
  })
})

describe('startNats', () => {
  it('restarts on the same port after SIGKILL', async () => {
    server = await startNats({ dataDir: folder })
    const pid = server.pid
    await server.kill()
    await server.start()
    expect(server.pid).toBeDefined()
    expect(server.pid).not.toBe(pid)
  })

  it('gives instructions if the configured address does not respond', async () => {
    await expect(startNats({ dataDir: folder, url: 'nats://127.0.0.1:9' })).rejects.toThrow(
      /NATS_URL \(127\.0\.0\.1:9\)/,
    )
  })
})
