import { join } from 'node:path'
import { extract } from 'tar'
import { repository } from '../build/packages'

/**
 * What a release promises to the next one, written by `npm run release`: `openapi.json` and `events.json` (a JSON schema
 * by subject), the build of a generated remote with its entry of `REMOTES` (`remote/`), and the archive of an
 * installation with its figures (`installation.tar.gz`, `left.json`).
 */
export const lastReleaseFile = join(repository, 'packages', 'dev', 'last-release.tar.gz')

/** Unpacks the promises of the last release into an existing folder. */
export const unpackLastRelease = (folder: string): Promise<void> => extract({ cwd: folder, file: lastReleaseFile })
