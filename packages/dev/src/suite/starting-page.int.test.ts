import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeStartingPage, holdsPort, openStartingPage } from '../../bin/starting-page.mjs'
import { freePort, isPortFree } from '../servers/ports'

let port: number

beforeEach(async () => {
  port = await freePort()
  vi.stubEnv('PORT', String(port))
})
afterEach(async () => {
  await closeStartingPage()
  vi.unstubAllEnvs()
})

describe('the starting page', () => {
  it('holds the port while it is open', async () => {
    await openStartingPage()
    expect(holdsPort()).toBe(true)
    expect(await isPortFree(port)).toBe(false)
    const response = await fetch(`http://127.0.0.1:${port}/starting.json`)
    expect(response.status).toBe(503)

    await closeStartingPage()
    expect(holdsPort()).toBe(false)
    expect(await isPortFree(port)).toBe(true)
  })

  it('does not open on a port in use', async () => {
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    await openStartingPage()
    expect(holdsPort()).toBe(false)
    other.close()
    await once(other, 'close')
  })
})
