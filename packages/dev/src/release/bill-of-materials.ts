import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../build/packages'

type Lock = { packages: Record<string, { version: string; name?: string; dev?: boolean }> }
type Component = { 'bom-ref': string; name: string }
type Bill = {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * CycloneDX document of every package that a production process may load: those of the lock file that are not of
 * development only. `npm sbom --omit=dev` also omits those that another package uses in development.
 */
export function makeBillOfMaterials(): Bill {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--workspaces', '--package-lock-only']
  const options = { cwd: repository, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  const { metadata, components, dependencies, ...bill } = JSON.parse(execFileSync('npm', args, options)) as Bill
  const root = metadata.component['bom-ref']
  const refs = new Set([root, ...productionPackages()])
  const isIn = (ref: string) => refs.has(ref)
  return {
    ...bill,
    // npm names it after the folder.
    metadata: { ...metadata, component: { ...metadata.component, name: 'cascade' } },
    components: components.filter(each => isIn(each['bom-ref'])),
    dependencies: dependencies
      .filter(({ ref }) => isIn(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isIn) })),
  }
}

/** `name@version` of each, also of our own. */
export function productionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as Lock
  return Object.entries(packages).flatMap(([path, { name, version, dev }]) =>
    path === '' || dev || !version ? [] : [`${name ?? path.replace(/^.*node_modules\//, '')}@${version}`],
  )
}
