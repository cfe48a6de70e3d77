import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needsOf, offerOf } from '@cascade/contracts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findProblems } from './fit'

const call = 'GET /player/all'
const source = { id: 'loyalty', title: 'Loyalty', bases: [], needs: { calls: ['accounts.player.list'] } }
let folder: string
let offer: unknown
const server = createServer((_request, response) => response.end(JSON.stringify(offer)))
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cascade-fit-'))
  mkdirSync(join(folder, 'dist'))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => writeBuild(needsOf(source)))
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const writeBuild = (needs: unknown) => writeFileSync(join(folder, 'dist', 'remote.json'), JSON.stringify({ needs }))

describe('a build', () => {
  it('fits the suite whose contracts it was built with', async () => {
    writeBuild(needsOf(source))
    offer = offerOf([])
    expect(await findProblems(folder, address())).toEqual([])
  })

  it('gets one sentence for each problem of an old contract or an unknown permission', async () => {
    const needs = needsOf(source)
    writeBuild({ ...needs, permissions: ['loyalty.read'] })
    const present = offerOf([])
    const shape = present.calls[call]
    offer = {
      ...present,
      calls: { [call]: { ...shape, request: [...(shape?.request ?? []), 'query.reason:string!'] } },
    }
    expect(await findProblems(folder, address())).toEqual([
      'The suite has no permission loyalty.read.',
      `${call} requires query.reason:string.`,
    ])
  })

  it('gets one sentence when it is missing, the address is wrong or the server is of another kind', async () => {
    writeBuild(needsOf(source))
    offer = 'hello'
    await expect(findProblems(folder, address())).rejects.toThrow('is not a suite that says what it offers')
    await expect(findProblems(folder, 'suite')).rejects.toThrow('Give the address of the suite')
    await expect(findProblems(folder, 'http://127.0.0.1:1')).rejects.toThrow('does not respond')
    await expect(findProblems(tmpdir(), address())).rejects.toThrow('There is no dist/remote.json')
    writeBuild(undefined)
    await expect(findProblems(folder, address())).rejects.toThrow('remote.json names no calls')
  })
})
