import { readFile, stat } from 'node:fs/promises'
import { parsePublishedKeys } from '../verify/parse-documents'

/** Enough for more than a million records of an idle game. */
const maxBytes = 512 * 1024 * 1024

/** A user error on the command line. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** @throws UsageError if the file cannot be read or is not JSON */
export async function readJson(path: string): Promise<unknown> {
  const text = await readText(path)
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${path} is not JSON.`)
  }
}

/**
 * Reads published keys and chains of day seeds.
 * @throws UsageError if there is no key
 */
export async function readKeys(path: string): Promise<ReturnType<typeof parsePublishedKeys>> {
  const published = parsePublishedKeys(await readJson(path))
  if (published.publicKeys.length === 0) throw new UsageError(`${path} holds no public Ed25519 key.`)
  return published
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
