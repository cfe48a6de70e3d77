// Runs before packages are installed: import only Node's own modules.
import { access, constants } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Cache of server programs, shared by all checkouts of this user. */
export const cacheFolder = (...parts) =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'cascade', ...parts)

/** Folders of language toolchains that are often missing from the PATH of services and CI jobs. */
const otherFolders = [join(homedir(), '.cargo', 'bin'), '/usr/local/go/bin', '/usr/local/bin', '/usr/sbin']

/** Path of a program on the PATH or in `otherFolders`; undefined if there is none. */
export async function findTool(name) {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...otherFolders]) {
    const file = join(folder, name)
    if (await isExecutable(file)) return file
  }
  return undefined
}

export const isExecutable = file =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
