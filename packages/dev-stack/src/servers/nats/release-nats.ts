import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { explain } from '../../explain'
import { download } from '../download'
import { fileOfArchive } from '../extract'
import { cachedBinary } from './installed-nats'
import type { NatsProvider } from './provider'
import { archiveFor, type ReleaseArchive } from './release-archives'

export type ReleaseSource = {
  /** Where the project publishes its releases. */
  address: string
  archive: ReleaseArchive | undefined
  /** Where the server is kept. */
  target: string
}

/** The official build for this machine, downloaded once and only taken with the right checksum. */
export const releaseNats: NatsProvider = log =>
  installRelease(
    {
      address: process.env.NATS_RELEASES_URL ?? 'https://github.com/nats-io/nats-server/releases/download',
      archive: archiveFor(process.platform, process.arch),
      target: cachedBinary,
    },
    log,
  )

export async function installRelease(
  { address, archive, target }: ReleaseSource,
  log: (line: string) => void,
): ReturnType<NatsProvider> {
  if (!archive) return `no official build of NATS is known for ${process.platform} on ${process.arch}`
  log('Downloading the message server NATS (once) …')
  try {
    const content = await download(`${address}/${archive.path}`, archive.sha256)
    const program = await fileOfArchive(archive.kind, content, archive.program)
    await mkdir(dirname(target), { recursive: true })
    // Two starts at once may both do this; each takes a whole file of one or the other.
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
