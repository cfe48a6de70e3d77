import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoPassword, freePort } from '@cascade/dev'
import { MongoClient } from 'mongodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiAt } from '../../support/api'
import { expectDemoTree } from '../../support/demo'
import { npmStart, type Start } from '../../support/npm-start'

let folder: string
let port: number
let running: Start | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-start-'))
  port = await freePort()
})
afterEach(async () => {
  await running?.stop()
  await rm(folder, { recursive: true, force: true })
})

function start(): Start {
  running = npmStart({ dataDir: folder, port })
  return running
}

async function isStored(username: string): Promise<boolean> {
  const servedBy = await readFile(join(folder, 'mongodb', 'served-by.json'), 'utf8').catch(() => undefined)
  if (!servedBy) return false
  const client = new MongoClient(`mongodb://127.0.0.1:${JSON.parse(servedBy).port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 1_000,
  })
  try {
    return (await client.db('accounts').collection('accounts').findOne({ username })) !== null
  } catch {
    return false
  } finally {
    await client.close()
  }
}
const answers = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status

describe('npm start', () => {
  it('announces its URL only once the demo tree is complete, also after an interrupted start', async () => {
    const first = start()
    await expect.poll(() => isStored('admin1'), { timeout: 100_000 }).toBe(true)
    expect(await answers()).toBe(503)
    expect(await (await fetch(`http://127.0.0.1:${port}/starting.json`)).json()).toMatchObject({
      lines: expect.arrayContaining([expect.stringContaining('Database')]),
    })
    await first.stop()
    expect(first.output()).not.toContain('Cascade is ready')
    expect(first.output()).not.toContain('Sign in as')

    const second = start()
    await expect.poll(second.output, { timeout: 100_000 }).toContain('Sign in as')
    expect(await answers()).toBe(200)
    expect(second.output()).toContain(`Cascade is ready: http://localhost:${port}`)
    const api = apiAt(`http://127.0.0.1:${port}`)
    await expectDemoTree(api)
    const [, printed = ''] = /Sign in as (.*)\. Password/.exec(second.output()) ?? []
    for (const username of printed.split(', ')) await api.login(username, demoPassword)
  })
})
