import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Domain, domains } from '../domains'

export const ownersFile = '.github/CODEOWNERS'
const platform = '@cascade/platform'

/** CODEOWNERS: each domain's team owns its service, remote and contracts, the platform team the rest. */
export function ownersText(list: readonly Pick<Domain, 'name' | 'owner'>[]): string {
  const lines = list.flatMap(({ name, owner }) => [
    `/mf-${name}/ ${owner}`,
    `/svc-${name}/ ${owner}`,
    `/packages/contracts/src/${name}/ ${owner}`,
  ])
  return [
    '# Follows packages/dev/src/domains.ts; `npm run check:domains` compares them.',
    `* ${platform}`,
    ...lines,
    '',
  ].join('\n')
}

export function ownersFaults(root: string): string[] {
  const path = join(root, ownersFile)
  const isCurrent = existsSync(path) && readFileSync(path, 'utf8') === ownersText(domains)
  return isCurrent ? [] : [`${ownersFile} does not match the list of domains. Expected:\n${ownersText(domains)}`]
}
