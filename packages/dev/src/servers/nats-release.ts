import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { list } from 'tar'
import { explain } from '../processes/explain'
import type { Log } from './server'

const responseTimeoutMs = 5_000
const downloadTimeoutMs = 180_000
const bytesMax = 64 * 1024 * 1024

const version = 'v2.11.4'

/** Finds or installs a `nats-server`: its path, or the reason in one sentence why it is not available. */
export type FindNats = (log: Log) => Promise<{ binary: string } | string>

export type ReleaseArchive = {
  /** Path of the archive (tar.gz) below the address of all releases. */
  path: string
  sha256: string
  /** Path of the server in the archive. */
  program: string
}

/** Official archives by Node's platform and architecture, with checksums from the release's SHA256SUMS. */
const archives: Readonly<Record<string, ReleaseArchive>> = {
  'linux-x64': tarball('linux-amd64', '84192cee46c62760d9c259a97f373b73bccadc41be779c26ef676542ae15daf6'),
  'linux-arm64': tarball('linux-arm64', '66b1ec828d78c3d24e207ad77239b2208d939c6bebd88fe0656be5eae325442c'),
  'darwin-x64': tarball('darwin-amd64', 'e4e8fa118db1b19c3d2e32f03233f534794f4d6cdc92ba1e889d6ffd969966c7'),
  'darwin-arm64': tarball('darwin-arm64', '151d47377ddb2cdffb4474a30494be493923e2f8d0d390db7244f0509b5c759f'),
}

export function archiveFor(platform: string, processor: string): ReleaseArchive | undefined {
  return archives[`${platform}-${processor}`]
}

function tarball(target: string, sha256: string): ReleaseArchive {
  const name = `nats-server-${version}-${target}`
  return { path: `${version}/${name}.tar.gz`, sha256, program: `${name}/nats-server` }
}

export type ReleaseSource = {
  address: string
  archive: ReleaseArchive | undefined
  target: string
}

export const officialRelease = () => ({
  address: process.env.NATS_RELEASES_URL ?? 'https://github.com/nats-io/nats-server/releases/download',
  archive: archiveFor(process.platform, process.arch),
})

export async function installRelease({ address, archive, target }: ReleaseSource, log: Log): ReturnType<FindNats> {
  if (!archive) return `no official build of NATS is known for ${process.platform} on ${process.arch}`
  log('Downloading the message server NATS (once) …')
  try {
    const content = await download(`${address}/${archive.path}`, archive.sha256)
    const program = await fileOfTar(content, archive.program)
    await mkdir(dirname(target), { recursive: true })
    // Concurrent starts may both do this; the atomic rename always leaves a complete file.
    const unfinished = `${target}.${process.pid}`
    await writeFile(unfinished, program, { mode: 0o755 })
    await rename(unfinished, target)
    return { binary: target }
  } catch (error) {
    const reason = `the official build of NATS could not be downloaded (${explain(error)})`
    log(`${reason[0]?.toUpperCase()}${reason.slice(1)}.`)
    return reason
  }
}

/**
 * Downloads a file and verifies its SHA-256. Timeouts: 5 s to the response, 3 minutes in total.
 * @throws Error with the reason as a phrase, e.g. `its checksum is wrong`
 */
async function download(url: string, sha256: string): Promise<Buffer> {
  const giveUp = new AbortController()
  const answerTimer = setTimeout(() => giveUp.abort(), responseTimeoutMs)
  const bodyTimer = setTimeout(() => giveUp.abort(), downloadTimeoutMs)
  try {
    const response = await fetch(url, { signal: giveUp.signal }).catch(() => undefined)
    clearTimeout(answerTimer)
    if (!response) throw new Error(`${new URL(url).host} is not reachable`)
    if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`)
    const content = await readAll(response)
    if (createHash('sha256').update(content).digest('hex') !== sha256) throw new Error('its checksum is wrong')
    return content
  } finally {
    clearTimeout(answerTimer)
    clearTimeout(bodyTimer)
  }
}

async function readAll(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      if (size > bytesMax) break
      chunks.push(chunk)
    }
  } catch {
    throw new Error('the transfer broke off')
  }
  if (size > bytesMax) throw new Error('it is larger than a server can be')
  return Buffer.concat(chunks)
}

/** Reads one file of a tar.gz in memory. @throws Error if it is missing */
async function fileOfTar(content: Buffer, path: string): Promise<Uint8Array> {
  let file: Promise<Uint8Array> | undefined
  const reader = list({
    strict: true,
    filter: name => name === path,
    onReadEntry: entry => {
      if (entry.type === 'File') file = entry.concat()
    },
  })
  const ended = once(reader, 'end')
  reader.end(content)
  await ended
  if (!file) throw new Error(`there is no ${path} in it`)
  return file
}
