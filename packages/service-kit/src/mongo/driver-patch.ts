import type { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import { type Document, MongoError, MongoNetworkError } from 'mongodb'

type Connection = EventEmitter & {
  error: Error | null
  writeCommand: (...args: unknown[]) => Promise<void>
  prepareCommand: (...args: unknown[]) => { command?: Document }
}

const patched = new WeakSet<object>()

/**
 * Patches `Connection.writeCommand` of mongodb 7.9.0 (lib/cmap/connection.js). When the socket's buffer is full, or the
 * socket was destroyed since the driver's last check, it waits for `drain`, which never comes after a destroy; no
 * option limits the wait (`timeoutMS` has no effect since 7.8). With the patch the wait ends when the connection
 * closes, by `socketTimeoutMS` or the heartbeat. Socket errors become network errors, which clear the pool and carry
 * the labels of transactions. Delete this file when its tests pass without it.
 *
 * In a snapshot session the driver also adds the read concern to `getMore`, which takes that of its cursor.
 */
export function patchDriver(): void {
  const internals = createRequire(import.meta.url)('mongodb/lib/cmap/connection.js') as {
    Connection: { prototype: Connection }
  }
  const { prototype } = internals.Connection
  if (patched.has(prototype)) return
  patched.add(prototype)
  const { writeCommand, prepareCommand } = prototype
  prototype.prepareCommand = function (...args) {
    const message = prepareCommand.apply(this, args)
    if (message.command?.getMore) delete message.command.readConcern
    return message
  }
  prototype.writeCommand = function (...args) {
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => reject(toNetworkError(error))
      const onClose = () => fail(this.error)
      const end = () => this.off('close', onClose)
      this.once('close', onClose)
      writeCommand.apply(this, args).then(resolve, fail).finally(end)
    })
  }
}

function toNetworkError(cause: unknown): MongoError {
  if (cause instanceof MongoError) return cause
  const error = cause instanceof Error ? cause : new Error(String(cause))
  return new MongoNetworkError(`could not write to the socket: ${error.message}`, { cause: error })
}
