import { createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** In the folder of the remote, ignored by git. */
const keyFile = 'remote-key.json'

/**
 * Signs `dist/remote.json` of a remote's folder with the key in `remote-key.json`, which is made at the first use.
 * @returns lines for the user, with the entry of `REMOTES`
 * @throws Error with one sentence without a build
 */
export function signBuild(folder: string): string {
  const built = join(folder, 'dist', 'remote.json')
  if (!existsSync(built)) throw new Error('There is no dist/remote.json: run npm run build first.')
  const file = join(folder, keyFile)
  const isNew = !existsSync(file)
  if (isNew) {
    const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
    writeFileSync(file, `${JSON.stringify(jwk)}\n`, { mode: 0o600, flag: 'wx' })
  }
  const privateKey = createPrivateKey({ key: JSON.parse(readFileSync(file, 'utf8')) as JsonWebKey, format: 'jwk' })
  const content = readFileSync(built)
  writeFileSync(`${built}.sig`, `${sign(null, content, privateKey).toString('base64url')}\n`)
  const { id } = JSON.parse(content.toString('utf8')) as { id: string }
  const key = createPublicKey(privateKey).export({ format: 'jwk' })
  const entry = JSON.stringify([{ id, address: `https://static.example/${id}`, key }])
  const made = `A new key is in ${keyFile}: keep it secret, and a copy elsewhere.\n`
  return `${isNew ? made : ''}dist/remote.json is signed. For the operator of the suite:\nREMOTES='${entry}'`
}
