import type { PackageJson } from './workspace'

const isExact = (version: string) => /^\d+\.\d+\.\d+/.test(version)

/**
 * Packages in more than one version, versions that could move by themselves, and rooms of another version than the
 * whole, which `npm run release` raises. @param manifests of the whole first, then of the rooms
 */
export function versionFaults(manifests: readonly PackageJson[]): string[] {
  const seen = new Map<string, Map<string, string[]>>()
  const suite = manifests[0]?.version
  const faults = manifests
    .filter(({ version }) => version !== suite)
    .map(({ name, version }) => `${name} is of version ${version}, the whole of ${suite}`)
  for (const { name, dependencies = {}, devDependencies = {} } of manifests) {
    for (const [dependency, version] of Object.entries({ ...devDependencies, ...dependencies })) {
      if (dependency.startsWith('@cascade/')) {
        if (version !== '*') faults.push(`${name}: ${dependency} is of this workspace, its version must be *`)
        continue
      }
      if (!isExact(version)) faults.push(`${name}: ${dependency} ${version} must be an exact version`)
      const users = seen.get(dependency) ?? new Map<string, string[]>()
      users.set(version, [...(users.get(version) ?? []), name])
      seen.set(dependency, users)
    }
  }
  for (const [dependency, versions] of seen) {
    if (versions.size < 2) continue
    const list = Array.from(versions, ([version, users]) => `${version} (${users.join(', ')})`)
    faults.push(`${dependency} is in ${versions.size} versions: ${list.join(', ')}`)
  }
  return faults
}
