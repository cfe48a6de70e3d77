import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
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
