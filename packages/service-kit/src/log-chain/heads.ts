import { LogHead } from '@cascade/contracts/reports'
import { CompactSign, compactVerify, createLocalJWKSet, errors, importJWK, type JWK } from 'jose'
import { serviceOfKey } from '../auth/tokens'
import type { StorageTarget } from '../backups/storage'
import type { ChainHead } from './chain'

/** Another type than that of service tokens, which the same key signs. */
const typ = 'cascade-log-head'
const filePattern = /^heads-[\dT-]+\.jsonl$/

export type HeadSigner = (head: ChainHead, at: Date) => Promise<LogHead>

const signedText = ({ size, hash, at }: Omit<LogHead, 'signature'>) => JSON.stringify({ size, hash, at })

/**
 * Signs texts as compact JWS.
 * @param privateJwk the service's own key, `CASCADE_PRIVATE_JWK`
 * @param type distinguishes them from other uses of the key
 */
export async function createTextSigner(privateJwk: JWK, type: string): Promise<(text: string) => Promise<string>> {
  const key = await importJWK(privateJwk, 'EdDSA')
  const header = { alg: 'EdDSA', kid: privateJwk.kid ?? '', typ: type }
  return text => new CompactSign(new TextEncoder().encode(text)).setProtectedHeader(header).sign(key)
}

/** @param privateJwk the service's own key, `CASCADE_PRIVATE_JWK` */
export async function createHeadSigner(privateJwk: JWK): Promise<HeadSigner> {
  const sign = await createTextSigner(privateJwk, typ)
  return async ({ size, hash }, at) => {
    const head = { size, hash, at: at.toISOString() }
    return { ...head, signature: await sign(signedText(head)) }
  }
}

/** `unknown`: signed with a key that is not in `jwks`, e.g. before a rotation. */
export type HeadVerdict = 'valid' | 'invalid' | 'unknown'

/** @param jwks public keys, `CASCADE_JWKS` */
export function createHeadVerifier(jwks: { keys: JWK[] }): (head: LogHead) => Promise<HeadVerdict> {
  const keys = createLocalJWKSet(jwks)
  return async head => {
    try {
      const { payload, protectedHeader } = await compactVerify(head.signature, keys, { algorithms: ['EdDSA'] })
      const isOurs = protectedHeader.typ === typ && serviceOfKey(protectedHeader.kid) === 'svc-reports'
      return isOurs && new TextDecoder().decode(payload) === signedText(head) ? 'valid' : 'invalid'
    } catch (error) {
      return error instanceof errors.JWKSNoMatchingKey ? 'unknown' : 'invalid'
    }
  }
}

/** One file per hour, `heads-2026-01-05T10.jsonl`, with a head per line. */
const fileOf = (head: LogHead) => `heads-${head.at.slice(0, 13)}.jsonl`

/** Adds a head to its file, which is replaced as a whole: neither a bucket nor a directory ever has half a line. */
export async function writeHead(target: StorageTarget, head: LogHead): Promise<void> {
  const before = (await target.readText(fileOf(head))) ?? ''
  await target.writeText(fileOf(head), `${before}${JSON.stringify(head)}\n`)
}

/** Heads of a text with one per line. @throws Error for a line that is none */
export const parseHeads = (text: string): LogHead[] =>
  text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => LogHead.parse(JSON.parse(line)))

export async function* readHeads(target: StorageTarget): AsyncGenerator<LogHead> {
  for (const name of await fileNames(target)) yield* parseHeads((await target.readText(name)) ?? '')
}

export async function readLastHead(target: StorageTarget): Promise<LogHead | undefined> {
  const name = (await fileNames(target)).at(-1)
  return name === undefined ? undefined : parseHeads((await target.readText(name)) ?? '').at(-1)
}

const fileNames = async (target: StorageTarget) => (await target.names()).filter(name => filePattern.test(name)).sort()
