import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { domainNames, permissions } from '@cascade/contracts'
import { repository } from '../build/packages'
import { type Names, namesOf, pluralOf, resourcePattern } from './names'
import { registerScreen } from './register-screen'
import { copySlice } from './slice'

/**
 * Adds a list and a form to a domain: a copy of the slice `times` of games under another name.
 * @returns the next step
 * @throws Error with a sentence, before anything is written
 */
export function addScreen(domain: string, resource: string, plural = pluralOf(resource)): string {
  if (![resource, plural].every(name => resourcePattern.test(name)))
    throw new Error('A resource has small letters and hyphens only.')
  const names = namesOf({ domain, resource, plural })
  assertNew(names)
  const texts = new Map([...registerScreen(names, read), ...copySlice(names, read)])
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(repository, path)), { recursive: true })
    writeFileSync(join(repository, path), text)
  }
  const biome = join(repository, 'node_modules', '.bin', 'biome')
  execFileSync(biome, ['check', '--write', ...texts.keys()], { cwd: repository, stdio: 'pipe' })
  return 'Next: npm run verify.'
}

const read = (path: string) => readFileSync(join(repository, path), 'utf8')

function assertNew({ domain, plural, camels }: Names): void {
  if (!domainNames.some(name => name === domain))
    throw new Error(`${domain} is not a domain; the domains are ${domainNames.join(', ')}.`)
  const folders = [`svc-${domain}/src/${plural}`, `mf-${domain}/src/${plural}`]
  const existing = [...folders, `packages/contracts/src/${domain}/${plural}.ts`].find(path =>
    existsSync(join(repository, path)),
  )
  if (existing) throw new Error(`${existing} exists already.`)
  if (`${camels}.read` in permissions) throw new Error(`The permission ${camels}.read exists already.`)
}
