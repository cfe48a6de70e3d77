import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../build/packages'
import { kitNames, packKits } from './pack-kits'

/** The kits of the last release, with which a test builds a remote of another team. */
const folder = join(repository, 'packages', 'e2e', 'releases', 'kits')

rmSync(folder, { recursive: true, force: true })
packKits(folder, kitNames)
