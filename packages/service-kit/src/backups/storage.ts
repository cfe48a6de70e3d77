import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { S3Client } from '@bradenmacdonald/s3-lite-client'
import { z } from 'zod'

/** Storage outside of the databases, for backups and heads of the log: a directory or an S3 bucket. */
export type StorageTarget = {
  name: string
  /** Atomic: a partial file is never visible under this name. */
  write(name: string, bytes: ReadableStream<Uint8Array>): Promise<void>
  /** Atomic, too. */
  writeText(name: string, text: string): Promise<void>
  read(name: string): AsyncIterable<Buffer>
  /** @returns undefined if it does not exist */
  readText(name: string): Promise<string | undefined>
  names(): Promise<string[]>
  remove(name: string): Promise<void>
}

export const bucketEnv = {
  BACKUP_S3_ENDPOINT: z.url().default('https://s3.amazonaws.com'),
  BACKUP_S3_REGION: z.string().default('us-east-1'),
  BACKUP_S3_ACCESS_KEY: z.string().optional(),
  BACKUP_S3_SECRET_KEY: z.string().optional(),
}
export const targetEnv = {
  /** A directory, or `s3://bucket/prefix`. */
  BACKUP_TARGET: z.string().min(1),
  ...bucketEnv,
}
type TargetEnv = z.output<z.ZodObject<typeof targetEnv>>

/** @param env with `BACKUP_TARGET`, the place, and the settings of a bucket */
export const openTarget = (env: TargetEnv): StorageTarget =>
  env.BACKUP_TARGET.startsWith('s3://') ? bucket(env) : directory(env.BACKUP_TARGET)

function directory(folder: string): StorageTarget {
  const at = (name: string) => join(folder, name)
  const sync = async (file: string) => {
    const handle = await open(file, 'r+')
    await handle.sync()
    await handle.close()
  }
  async function write(name: string, bytes: ReadableStream<Uint8Array>) {
    await mkdir(folder, { recursive: true })
    const unfinished = at(`${name}.part`)
    try {
      await pipeline(Readable.fromWeb(bytes as NodeStream), createWriteStream(unfinished, { mode: 0o600 }))
      await sync(unfinished)
      await rename(unfinished, at(name))
    } finally {
      await rm(unfinished, { force: true })
    }
  }
  return {
    name: folder,
    write,
    writeText: (name, text) => write(name, new Blob([text]).stream()),
    read: name => createReadStream(at(name)),
    readText: name => readFile(at(name), 'utf8').catch(unlessMissing(error => error.code === 'ENOENT')),
    names: async () => (await readdir(folder).catch(unlessMissing(error => error.code === 'ENOENT'))) ?? [],
    remove: name => rm(at(name), { force: true }),
  }
}

/** Four parts are in memory at a time; S3 allows 10,000 parts, hence 320 GB. */
const partBytes = 32 * 1024 * 1024

function bucket(env: TargetEnv): StorageTarget {
  const { hostname, pathname } = new URL(env.BACKUP_TARGET)
  const prefix = pathname.replace(/^\/+|\/+$/g, '')
  const client = new S3Client({
    endPoint: env.BACKUP_S3_ENDPOINT,
    region: env.BACKUP_S3_REGION,
    bucket: hostname,
    ...(env.BACKUP_S3_ACCESS_KEY && { accessKey: env.BACKUP_S3_ACCESS_KEY }),
    ...(env.BACKUP_S3_SECRET_KEY && { secretKey: env.BACKUP_S3_SECRET_KEY }),
  })
  const at = (name: string) => (prefix === '' ? name : `${prefix}/${name}`)
  return {
    name: env.BACKUP_TARGET,
    write: (name, bytes) =>
      withIdleTimeout(async progress => {
        const transform = (chunk: Uint8Array, to: TransformStreamDefaultController<Uint8Array>) => {
          progress()
          to.enqueue(chunk)
        }
        await client.putObject(at(name), bytes.pipeThrough(new TransformStream({ transform })), { partSize: partBytes })
      }),
    writeText: (name, text) => withIdleTimeout(async () => void (await client.putObject(at(name), text))),
    async *read(name) {
      const { body } = await withIdleTimeout(() => client.getObject(at(name)))
      if (!body) return
      const pieces = Readable.fromWeb(body as NodeStream)[Symbol.asyncIterator]()
      for (;;) {
        const { value, done } = await withIdleTimeout(() => pieces.next())
        if (done) return
        yield Buffer.from(value)
      }
    },
    readText: name =>
      withIdleTimeout(async () => (await client.getObject(at(name))).text()).catch(
        unlessMissing(error => error.code === 'NoSuchKey'),
      ),
    names: () =>
      withIdleTimeout(async progress => {
        const found: string[] = []
        for await (const { key } of client.listObjects({ prefix: at('') })) {
          progress()
          found.push(key.slice(at('').length))
        }
        return found
      }),
    remove: name => withIdleTimeout(() => client.deleteObject(at(name))),
  }
}

const idleTimeoutMs = 300_000

/** Rejects after five minutes without progress: the S3 client has no timeout of its own. */
function withIdleTimeout<T>(work: (progress: () => void) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('The bucket has not answered for five minutes.'))
    const timer = setTimeout(fail, idleTimeoutMs)
    work(() => timer.refresh())
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

const unlessMissing = (isMissing: (error: { code?: string }) => boolean) => (error: unknown) => {
  if (isMissing(error as { code?: string })) return undefined
  throw error
}
