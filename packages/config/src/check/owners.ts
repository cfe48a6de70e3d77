import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Domain, domains } from '../domains'

export const ownersFile = '.github/CODEOWNERS'
/** Who reviews what belongs to no domain. */
const platform = '@cascade/platform'

/** Who reviews a change: the team of a domain its rooms and its contracts, one team everything else. */
export function ownersText(list: readonly Pick<Domain, 'name' | 'owner'>[]): string {
  const lines = list.flatMap(({ name, owner }) => [
    `/mf-${name}/ ${owner}`,
    `/svc-${name}/ ${owner}`,
    `/packages/contracts/src/${name}/ ${owner}`,
  ])
  return [
    '# Follows packages/config/src/domains.ts; `npm run check:domains` compares them.',
    `* ${platform}`,
    ...lines,
    '',
  ].join('\n')
}

export function ownersFaults(root: string): string[] {
  const path = join(root, ownersFile)
  const isTrue = existsSync(path) && readFileSync(path, 'utf8') === ownersText(domains)
  return isTrue ? [] : [`${ownersFile} does not follow the list of domains, which asks for:\n${ownersText(domains)}`]
}
