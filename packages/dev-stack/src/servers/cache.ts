import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where servers that are not part of the repository are kept, shared by all checkouts of this user. */
export function cacheFolder(...parts: string[]): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'cascade', ...parts)
}
