import { type ServerType, serve } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from './logger'

/** Starts listening. @throws Error with a sentence for people when the port is taken. */
export function listen(app: Pick<Hono, 'fetch'>, port: number, hostname: string): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname }, () => resolve(server))
    server.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use.`) : error),
    )
  })
}

export const closeServer = (server: ServerType) =>
  new Promise<void>(resolve => {
    server.close(() => resolve())
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  })

const deadlineMs = 9_000

/**
 * Runs a process until it is told to stop, then runs `stop` once. A second signal, or a stop that takes longer than
 * 9 s, ends with exit code 1; so does a start that fails, with its sentence on standard error.
 */
export function runProcess(logger: Logger, start: () => Promise<() => Promise<void>>): void {
  let stop: (() => Promise<void>) | undefined
  let stopping = false
  const end = async (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    logger.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), deadlineMs).unref()
    try {
      await stop?.()
      process.exit(0)
    } catch (error) {
      logger.error({ err: error }, 'stop failed')
      process.exit(1)
    }
  }
  process.on('SIGTERM', signal => void end(signal))
  process.on('SIGINT', signal => void end(signal))
  start().then(
    stopper => {
      stop = stopper
    },
    (error: unknown) => {
      logger.fatal({ err: error }, 'start failed')
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exit(1)
    },
  )
}
