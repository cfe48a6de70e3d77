import type { PackageJson } from './workspace'

const isExact = (version: string) => /^\d+\.\d+\.\d+/.test(version)

/**
 * Dependencies in more than one version, version ranges, and workspaces whose version differs from the root's.
 * @param manifests the root's first, then the workspaces'
 */
export function versionFaults(manifests: readonly PackageJson[]): string[] {
  const usersByVersion = new Map<string, Map<string, string[]>>()
  const suite = manifests[0]?.version
  const faults = manifests
    .filter(({ version }) => version !== suite)
    .map(({ name, version }) => `${name} has version ${version}, the root ${suite}`)
  for (const { name, dependencies = {}, devDependencies = {} } of manifests) {
    for (const [dependency, version] of Object.entries({ ...devDependencies, ...dependencies })) {
      if (dependency.startsWith('@cascade/')) {
        if (version !== '*') faults.push(`${name}: ${dependency} is a workspace package, its version must be *`)
        continue
      }
      if (!isExact(version)) faults.push(`${name}: ${dependency} ${version} must be an exact version`)
      const users = usersByVersion.get(dependency) ?? new Map<string, string[]>()
      users.set(version, [...(users.get(version) ?? []), name])
      usersByVersion.set(dependency, users)
    }
  }
  for (const [dependency, versions] of usersByVersion) {
    if (versions.size < 2) continue
    const list = Array.from(versions, ([version, users]) => `${version} (${users.join(', ')})`)
    faults.push(`${dependency} has ${versions.size} versions: ${list.join(', ')}`)
  }
  return faults
}
