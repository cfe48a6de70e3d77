import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFileCache } from './file-server'

const megabyte = 1024 * 1024
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-files-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function put(name: string, content: string | Buffer) {
  const path = join(folder, name)
  await writeFile(path, content)
  return { path, stats: await stat(path) }
}
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString()

describe('the file cache', () => {
  it('reads an unchanged file once, and again after a change', async () => {
    const cache = createFileCache()
    const { path, stats } = await put('a', 'first')
    const content = await cache.read(path, stats)
    expect(textOf(content)).toBe('first')
    expect(await cache.read(path, stats)).toBe(content)
    const changed = await put('a', 'second')
    expect(textOf(await cache.read(path, changed.stats))).toBe('second')
    expect(cache.cachedBytes()).toBe('second'.length)
  })

  it('holds the most recently used 64 MB, and no file above 8 MB', async () => {
    const cache = createFileCache()
    const files = await Promise.all(
      Array.from({ length: 20 }, (_, at) => put(`f${at}`, Buffer.alloc(4 * megabyte, at))),
    )
    const first = files[0]!
    const cached = await cache.read(first.path, first.stats)
    for (const { path, stats } of files.slice(1)) {
      await cache.read(path, stats)
      expect(await cache.read(first.path, first.stats)).toBe(cached)
    }
    expect(cache.cachedBytes()).toBe(64 * megabyte)
    const giant = await put('giant', Buffer.alloc(9 * megabyte))
    await cache.read(giant.path, giant.stats)
    expect(cache.cachedBytes()).toBe(64 * megabyte)
  })

  it('counts a file once that is read concurrently', async () => {
    const cache = createFileCache()
    const { path, stats } = await put('a', 'content')
    await Promise.all(Array.from({ length: 10 }, () => cache.read(path, stats)))
    expect(cache.cachedBytes()).toBe('content'.length)
  })
})
