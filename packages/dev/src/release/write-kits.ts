import { resolve } from 'node:path'
import { repository } from '../build/packages'
import { explain } from '../processes/explain'
import { kitNames, packKits } from './pack-kits'

/** `npm run kits -w @cascade/dev -- <folder>`: packs all kits, by default into `.cache/kits`. */
try {
  const [, , folder] = process.argv
  const target = folder ? resolve(process.env.INIT_CWD ?? '.', folder) : resolve(repository, '.cache/kits')
  console.log(Object.values(packKits(target, kitNames)).join('\n'))
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
