import { createHash } from 'node:crypto'

const answerMs = 5_000
const bodyMs = 180_000
const limitBytes = 64 * 1024 * 1024

/**
 * Fetches a file whose SHA-256 is known. The address must answer within 5 s and be done within 3 minutes.
 * @throws Error with half a sentence that says why there is no such file
 */
export async function download(url: string, sha256: string): Promise<Buffer> {
  const giveUp = new AbortController()
  const answerTimer = setTimeout(() => giveUp.abort(), answerMs)
  const bodyTimer = setTimeout(() => giveUp.abort(), bodyMs)
  try {
    const response = await fetch(url, { signal: giveUp.signal }).catch(() => undefined)
    clearTimeout(answerTimer)
    if (!response) throw new Error(`${new URL(url).host} is not reachable`)
    if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`)
    const content = await readAll(response)
    if (createHash('sha256').update(content).digest('hex') !== sha256) throw new Error('its checksum is wrong')
    return content
  } finally {
    clearTimeout(answerTimer)
    clearTimeout(bodyTimer)
  }
}

async function readAll(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      if (size > limitBytes) break
      chunks.push(chunk)
    }
  } catch {
    throw new Error('the transfer broke off')
  }
  if (size > limitBytes) throw new Error('it is larger than a server can be')
  return Buffer.concat(chunks)
}
