import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allEndpoints, permissions } from '@cascade/contracts'
import { RemoteSource } from '@cascade/contracts/gateway'
import { domains, remoteNameOf } from '../domains'
import type { SourceFile } from './workspace'

/** The only files that may list roles. */
const allowedFiles = ['packages/contracts/src/roles.ts', 'packages/contracts/src/permissions.ts']
const roleList = /\[\s*'(superadmin|admin)',\s*'(admin|superareamanager)'/

/** Role lists outside the permission matrix, and unused permissions. */
export function accessFaults(root: string, sources: readonly SourceFile[]): string[] {
  const product = sources.filter(({ path }) => !/\.test\.tsx?$|\/testing\/|packages\/(e2e|bench)\//.test(path))
  return [...roleListFaults(product), ...unusedPermissions(root, product)]
}

export function roleListFaults(sources: readonly SourceFile[]): string[] {
  return sources
    .filter(({ path, text }) => !allowedFiles.includes(path) && roleList.test(text))
    .map(({ path }) => `${path} lists roles: use a permission of contracts/permissions.ts`)
}

function unusedPermissions(root: string, sources: readonly SourceFile[]): string[] {
  const required = new Set<string>(allEndpoints.map(({ permission }) => permission))
  for (const domain of domains) {
    const { bases } = RemoteSource.parse(
      JSON.parse(readFileSync(join(root, remoteNameOf(domain), 'remote.json'), 'utf8')),
    )
    for (const { permission, menuPermission } of bases)
      for (const name of [permission, menuPermission]) if (name) required.add(name)
  }
  const rest = sources.filter(({ path }) => !allowedFiles.includes(path))
  return Object.keys(permissions)
    .filter(name => !required.has(name) && !rest.some(({ text }) => text.includes(`'${name}'`)))
    .map(name => `contracts/permissions.ts: unused permission '${name}'`)
}
