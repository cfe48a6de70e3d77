import { readFile } from 'node:fs/promises'
import type { z } from 'zod'
import type { processEnv } from './env'

export type Tls = { cert: Buffer; key: Buffer; handshakeTimeout: number }

type TlsEnv = Pick<z.output<z.ZodObject<typeof processEnv>>, 'TLS_CERT_FILE' | 'TLS_KEY_FILE'>

/**
 * Reads what a server needs to listen with TLS.
 * @returns undefined for plain http, without files
 * @throws Error if only one file is set, or one cannot be read
 */
export async function readTls({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile }: TlsEnv): Promise<Tls | undefined> {
  if (!certFile && !keyFile) return undefined
  if (!certFile || !keyFile) throw new Error('TLS_CERT_FILE and TLS_KEY_FILE: set both, or neither.')
  const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)])
  // A stop waits for handshakes, which Node limits to two minutes.
  return { cert, key, handshakeTimeout: 5_000 }
}
