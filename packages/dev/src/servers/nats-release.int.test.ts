import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from 'tar'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runToEnd } from '../processes/child'
import { installedNats } from './nats'
import { archiveFor, installRelease, type ReleaseArchive } from './nats-release'

let folder: string
let host: Server | undefined
let tarball: Buffer
const program = 'nats-server-v0-test/nats-server'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-release-'))
  const installed = await installedNats(() => undefined)
  if (typeof installed === 'string') throw new Error(installed)
  await mkdir(join(folder, 'nats-server-v0-test'))
  await copyFile(installed.binary, join(folder, program))
  await create({ gzip: { level: 1 }, cwd: folder, file: join(folder, 'release.tar.gz') }, ['nats-server-v0-test'])
  tarball = await readFile(join(folder, 'release.tar.gz'))
})
afterEach(async () => {
  host?.closeAllConnections()
  host?.close()
  await rm(join(folder, 'bin'), { recursive: true, force: true })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const archiveOf = (content: Buffer): ReleaseArchive => ({
  path: 'v0/release',
  sha256: sha256(content),
  program,
})

/** Installs from a release host on loopback with this request listener. */
async function installFrom(answer: RequestListener, archive: ReleaseArchive | undefined) {
  host = createServer(answer).listen(0, '127.0.0.1')
  await once(host, 'listening')
  const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  return installRelease({ address, archive, target: join(folder, 'bin', 'nats-server') }, () => undefined)
}
const whole =
  (content: Buffer): RequestListener =>
  (_request, response) =>
    response.end(content)
const truncated: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-length': tarball.length })
  response.write(tarball.subarray(0, tarball.length / 2), () => response.destroy())
}

describe('the installation of NATS', () => {
  it('takes the server from a complete archive', async () => {
    const found = await installFrom(whole(tarball), archiveOf(tarball))
    expect(found).toEqual({ binary: join(folder, 'bin', 'nats-server') })
    const run = await runToEnd({ command: join(folder, 'bin', 'nats-server'), args: ['--version'] }, 20_000)
    expect(run.tail).toMatch(/^nats-server: v\d/)
    expect(await readdir(join(folder, 'bin'))).toEqual(['nats-server'])
  })

  it.each<[string, RequestListener, () => ReleaseArchive, RegExp]>([
    ['the transfer breaks off', truncated, () => archiveOf(tarball), /the transfer broke off/],
    [
      'only half of it is published',
      (_, response) => response.end(tarball.subarray(0, tarball.length / 2)),
      () => archiveOf(tarball),
      /its checksum is wrong/,
    ],
    [
      'another file is published',
      (_, response) => response.end(Buffer.concat([tarball, Buffer.from('x')])),
      () => archiveOf(tarball),
      /its checksum is wrong/,
    ],
    [
      'there is no such release',
      (_, response) => response.writeHead(404).end(),
      () => archiveOf(tarball),
      /127\.0\.0\.1:\d+ answered 404/,
    ],
    [
      'the archive has something else in it',
      (request, response) => whole(tarball)(request, response),
      () => ({ ...archiveOf(tarball), program: 'elsewhere/nats-server' }),
      /there is no elsewhere\/nats-server in it/,
    ],
  ])('returns the reason and leaves no file when %s', async (_what, answer, archive, reason) => {
    expect(await installFrom(answer, archive())).toMatch(reason)
    expect(await readdir(join(folder, 'bin')).catch(() => [])).toEqual([])
  })

  it('reports an unreachable host', async () => {
    const address = 'http://127.0.0.1:9'
    const target = join(folder, 'bin', 'nats-server')
    expect(await installRelease({ address, archive: archiveOf(tarball), target }, () => undefined)).toMatch(
      /127\.0\.0\.1:9 is not reachable/,
    )
  })

  it('reports that there is no build for an unknown platform', async () => {
    expect(archiveFor('aix', 'ppc64')).toBeUndefined()
    expect(await installFrom(whole(tarball), undefined)).toMatch(/no official build of NATS is known for/)
  })
})
