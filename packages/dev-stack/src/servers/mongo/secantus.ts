import { cacheFolder } from '../cache'
import { runServer } from '../server'
import { pingMongo } from './ping'
import type { MongoEngine, MongoLauncher, MongoPlace } from './provider'

export const secantusRoot = cacheFolder('secantus')
export const secantusBinary = cacheFolder('secantus', 'bin', 'secantusd-rs')

/** SecantusDB speaks the MongoDB protocol over WiredTiger, as one process; a separate program, never linked. */
export function secantusLauncher(binary: string, engine: MongoEngine, name: string, note?: string): MongoLauncher {
  return {
    name,
    engine,
    note,
    launch({ dataDir, port }: MongoPlace) {
      const uri = `mongodb://127.0.0.1:${port}/?directConnection=true`
      return runServer({
        name,
        uri,
        port,
        command: binary,
        // Without --sync-on-commit a SIGKILL loses acknowledged transactions.
        args: [
          ...['--host', '127.0.0.1', '--port', String(port), '--storage-path', dataDir],
          ...['--cache-size', '512M', '--log-level', 'WARNING', '--sync-on-commit'],
        ],
        probe: () => pingMongo(uri),
        readyTimeoutMs: 60_000,
      })
    },
  }
}

export const embeddedName = 'SecantusDB 0.5.3-beta.196 (embedded, MongoDB protocol)'
