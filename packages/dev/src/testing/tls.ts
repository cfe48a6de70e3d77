import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { promisify } from 'node:util'

export type TestCertificate = Awaited<ReturnType<typeof makeCertificate>>

/** Makes a certificate of `localhost` and 127.0.0.1 with `openssl`. It signs itself, so it is also the CA to trust. */
export async function makeCertificate(folder: string) {
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-nodes', '-newkey', 'rsa:2048', '-keyout', keyFile, '-out', certFile, '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
  ])
  return { certFile, keyFile, cert: await readFile(certFile), key: await readFile(keyFile) }
}

/** Ends TLS in front of a plain server. `reset` resets all connections. */
export async function startTlsProxy(targetPort: number, { cert, key }: TestCertificate) {
  const lines = new Set<Socket>()
  const proxy = createServer({ cert, key }, client => {
    const server = connect(targetPort, '127.0.0.1')
    client.pipe(server).pipe(client)
    for (const socket of [client, server]) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        client.destroy()
        server.destroy()
      })
    }
  })
  proxy.on('connection', (line: Socket) => {
    lines.add(line)
    line.on('close', () => lines.delete(line))
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const reset = () => {
    for (const line of lines) line.resetAndDestroy()
  }
  return {
    port: (proxy.address() as AddressInfo).port,
    reset,
    async stop() {
      proxy.close()
      reset()
      await once(proxy, 'close')
    },
  }
}
