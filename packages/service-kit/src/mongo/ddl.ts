import { type Document, MongoServerError } from 'mongodb'
import { sleep } from '../runtime/loop'
import type { Logger } from '../telemetry/logger'
import type { Mongo } from './connect'
import { isTransient } from './driver-errors'
import { type RunDdl, withMajority } from './ensure-collections'

const indexBuildAborted = 276

/** Whether DDL fails only for now: during an index build of its collection, an election or a lost connection. */
export const isDdlBusy = (error: unknown): boolean =>
  isTransient(error) || (error instanceof MongoServerError && error.code === indexBuildAborted)

export type DdlOptions = {
  /** Opens a client without a socket limit: the reply to `createIndexes` comes when the indexes are complete. */
  connect: () => Promise<Mongo>
  logger: Logger
  /** Ends the wait; what the server has begun continues there. */
  signal?: AbortSignal
  pauseMs?: number
}

/**
 * Runs `work` with a client for DDL, which its first command opens. Commands are repeated while the server cannot run
 * them; a repeated `createIndexes` waits for the build under way.
 */
export async function withDdl<T>(options: DdlOptions, work: (run: RunDdl) => Promise<T>): Promise<T> {
  const { connect, logger, signal, pauseMs = 1_000 } = options
  let mongo: Mongo | undefined
  const close = async () => {
    const open = mongo
    mongo = undefined
    await open?.close()
  }
  const onAbort = () => void close()
  signal?.addEventListener('abort', onAbort)

  async function run(command: Document): Promise<void> {
    for (let failures = 0; ; failures++) {
      try {
        mongo ??= await connect()
        signal?.throwIfAborted()
        const { writeConcernError } = await mongo.db.command(withMajority(command))
        if (!writeConcernError) return
        throw new MongoServerError(writeConcernError)
      } catch (error) {
        if (signal?.aborted || !isDdlBusy(error)) throw error
        // Another process's index build may take hours.
        const level = failures === 0 ? 'warn' : 'debug'
        logger[level]({ err: error, command: Object.entries(command)[0]?.join(' ') }, 'database busy: DDL is repeated')
        await sleep(pauseMs, signal)
      }
    }
  }

  try {
    return await work(run)
  } finally {
    signal?.removeEventListener('abort', onAbort)
    await close()
  }
}
