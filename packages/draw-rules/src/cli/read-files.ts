import { readFile, stat } from 'node:fs/promises'
import { PublicJwk } from '@cascade/contracts/live'

/** More than a million records of an idle game; a larger file is none of ours. */
const maxBytes = 512 * 1024 * 1024

/** What is wrong with the call, for the person who made it. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** @throws UsageError when the file cannot be read or holds no JSON. */
export async function readJson(path: string): Promise<unknown> {
  const text = await readText(path)
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${path} is not JSON.`)
  }
}

/** Public keys of a file with one JSON Web Key or a set of them. @throws UsageError when there is none. */
export async function readKeys(path: string): Promise<PublicJwk[]> {
  const content = await readJson(path)
  const isSet = typeof content === 'object' && content !== null && 'keys' in content && Array.isArray(content.keys)
  const candidates: readonly unknown[] = isSet ? (content as { keys: unknown[] }).keys : [content]
  const keys = candidates.flatMap(each => PublicJwk.safeParse(each).data ?? [])
  if (keys.length === 0) throw new UsageError(`${path} holds no public Ed25519 key.`)
  return keys
}

async function readText(path: string): Promise<string> {
  try {
    if ((await stat(path)).size > maxBytes) throw new UsageError(`${path} is too large.`)
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
