import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allEndpoints, permissions } from '@cascade/contracts'
import { RemoteSource } from '@cascade/contracts/gateway'
import { domains, remoteRoom } from '../domains'
import type { SourceFile } from './workspace'

/** The two files in which a list of roles may be written. */
const homes = ['packages/contracts/src/roles.ts', 'packages/contracts/src/permissions.ts']
const roleList = /\[\s*'(superadmin|admin)',\s*'(admin|superareamanager)'/

/** Roles listed outside the matrix, and permissions that nothing asks for. */
export function accessFaults(root: string, sources: readonly SourceFile[]): string[] {
  const product = sources.filter(({ path }) => !/\.test\.tsx?$|\/testing\/|packages\/(e2e|bench)\//.test(path))
  return [...roleListFaults(product), ...unusedPermissions(root, product)]
}

export function roleListFaults(sources: readonly SourceFile[]): string[] {
  return sources
    .filter(({ path, text }) => !homes.includes(path) && roleList.test(text))
    .map(({ path }) => `${path} lists roles: name a permission of contracts/permissions.ts`)
}

function unusedPermissions(root: string, sources: readonly SourceFile[]): string[] {
  const asked = new Set<string>(allEndpoints.map(({ permission }) => permission))
  for (const domain of domains) {
    const { bases } = RemoteSource.parse(
      JSON.parse(readFileSync(join(root, remoteRoom(domain), 'remote.json'), 'utf8')),
    )
    for (const { permission, menuPermission } of bases)
      for (const name of [permission, menuPermission]) if (name) asked.add(name)
  }
  const rest = sources.filter(({ path }) => !homes.includes(path))
  return Object.keys(permissions)
    .filter(name => !asked.has(name) && !rest.some(({ text }) => text.includes(`'${name}'`)))
    .map(name => `contracts/permissions.ts: nothing asks for '${name}'`)
}
