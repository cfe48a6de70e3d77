import { appendFile, readFile } from 'node:fs/promises'
import { type PublicClient, signIn } from '@cascade/contracts/client'
import { type LogHead, LogProof, reportsApi } from '@cascade/contracts/reports'
import { parseEnv, processEnv } from '@cascade/service-kit'
import { createHeadVerifier, extendHash, isInLog, parseHeads } from '@cascade/service-kit/log-chain'
import { BSON } from 'mongodb'
import { z } from 'zod'

const result = (text: string, isWhole: boolean) => ({ text, isWhole })

/** Public keys that the auditor trusts; without them those of the suite, or of the file, are used. */
const keysEnv = { CASCADE_JWKS: processEnv.CASCADE_JWKS.optional() }
const signInEnv = { LOG_USER: z.string(), LOG_PASSWORD: z.string() }

/** Appends the newest head of a suite to a file with one per line, unless it does not extend the last one there. */
export async function pullHead(address: string | undefined, file: string | undefined) {
  if (!address || !file) throw new Error('verify-log pull <address> <file>')
  const { LOG_USER: username, LOG_PASSWORD: password, CASCADE_JWKS } = parseEnv({ ...keysEnv, ...signInEnv })
  const client = await signIn(address.replace(/\/$/, ''), { username, password }, { timeoutMs: 30_000 })
  if (!client) throw new Error(`${address} does not accept ${username}.`)
  await appendFile(file, '', { mode: 0o600 })
  const last = parseHeads(await readFile(file, 'utf8')).at(-1)
  const head = (await client.call(reportsApi.logHead)).data
  if (last && !(head && (await isExtension(client, last, head))))
    return result(`The log was rewritten: its head does not extend the one of ${last.at}, ${last.size} entries.`, false)
  if (!head || head.size === last?.size) return result('Nothing new.', true)
  const judge = createHeadVerifier(CASCADE_JWKS ?? (await client.call(reportsApi.logKeys)).data)
  if ((await judge(head)) !== 'valid') return result(`The head of ${head.at} has no valid signature.`, false)
  await appendFile(file, `${JSON.stringify(head)}\n`, { flush: true })
  return result(`Appended the head of ${head.at}: ${head.size} entries.`, true)
}

async function isExtension(client: PublicClient, last: LogHead, head: LogHead): Promise<boolean> {
  let { size, hash } = last
  while (size < head.size) {
    const { data } = await client.call(reportsApi.logDigests, { query: { after: size } })
    const digests = data.slice(0, head.size - size)
    if (digests.length === 0) return false
    hash = extendHash(hash, digests)
    size += digests.length
  }
  return size === head.size && hash === head.hash
}

/** Checks a response of `GET /api/log/proof/{id}` without the suite. */
export async function verifyProof(file: string) {
  const content = JSON.parse(await readFile(file, 'utf8'))
  const proof = LogProof.parse(content.data ?? content)
  const { position, head, keys } = proof
  const { CASCADE_JWKS } = parseEnv(keysEnv)
  const verdict = await createHeadVerifier(CASCADE_JWKS ?? { keys })(head)
  if (verdict !== 'valid') return result(`The head of ${head.at} has no valid signature.`, false)
  if (!isInLog(proof)) return result(`Entry ${position} is not in the log of ${head.at}, or was changed.`, false)
  const { username, sentence, at } = BSON.deserialize(Buffer.from(proof.content, 'base64'))
  const keySource = CASCADE_JWKS ? 'CASCADE_JWKS' : 'the file: compare them with GET /api/log/keys'
  const found = `Entry ${position}, by ${username} at ${at.toISOString()}, is in the log of ${head.at}`
  return result(`${found} (keys of ${keySource}).\n${sentence}`, true)
}
