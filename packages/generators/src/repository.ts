import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { domains } from '@cascade/config/domains'
import { permissions } from '@cascade/contracts'
import type { Edit } from './edits/edit'
import { domainPattern, type Names } from './names'

export type Repository = ReturnType<typeof repositoryAt>

/** What generators ask of the tree that they write into, and how they change files that are there. */
export function repositoryAt(root: string) {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const has = (path: string) => existsSync(join(root, path))
  const changed: string[] = []
  const isDomain = (name: string) => domains.some(domain => domain.name === name)

  return {
    refusalOfDomain(name: string): string | undefined {
      if (!domainPattern.test(name)) return 'Small letters only: it names rooms, variables and a database.'
      if (isDomain(name) || has(`svc-${name}`) || has(`mf-${name}`)) return `${name} is there already.`
      return undefined
    },

    refusalOfOwner: (name: string) =>
      isDomain(name) ? undefined : `${name} is no domain; npm run gen domain makes one.`,

    refusalOfScreen({ domain, plural, camels }: Names): string | undefined {
      const taken = [
        `svc-${domain}/src/${plural}`,
        `mf-${domain}/src/${plural}`,
        `packages/contracts/src/${domain}/${plural}.ts`,
      ].find(has)
      if (taken) return `${taken} is there already.`
      return `${camels}.read` in permissions ? `There is a permission ${camels}.read already.` : undefined
    },

    /** The port of a domain that stands last. */
    nextServicePort: () => Math.max(...domains.map(({ servicePort }) => servicePort)) + 1,

    /** A service that is data can be started by a test that knows nothing of it. */
    startsWithoutSettings: (domain: string) =>
      !has(`svc-${domain}`) || read(`svc-${domain}/src/service.ts`).includes(`export const ${domain}Service:`),

    /** Versions that the rooms use, so that the workspace keeps one of each. */
    versions() {
      const versionsOf = (room: string): Record<string, string> => {
        const { version, dependencies, devDependencies } = JSON.parse(read(`${room}/package.json`)) as Manifest
        return { ...dependencies, ...devDependencies, suite: version }
      }
      const [service, remote] = [versionsOf('svc-games'), versionsOf('mf-games')]
      return {
        suite: service.suite,
        mongodb: service.mongodb,
        react: remote.react,
        reactDom: remote['react-dom'],
        router: remote['react-router-dom'],
        reactTypes: remote['@types/react'],
        reactDomTypes: remote['@types/react-dom'],
      }
    },

    /** Changes files; an edit that finds no place for itself throws before anything is written. */
    apply(edits: readonly Edit[]): string {
      const texts = new Map<string, string>()
      for (const { path, change } of edits) {
        try {
          texts.set(path, change(texts.get(path) ?? read(path)))
        } catch (cause) {
          throw new Error(`${path} has no place for it.`, { cause })
        }
      }
      for (const [path, text] of texts) writeFileSync(join(root, path), text)
      changed.push(...texts.keys())
      return [...texts.keys()].join(', ')
    },

    /** Formats what was written and puts imports in order. */
    tidyUp(domain: string): string {
      const written = [...changed, `svc-${domain}`, `mf-${domain}`, `packages/contracts/src/${domain}`]
      const biome = join(root, 'node_modules', '.bin', 'biome')
      const args = ['check', '--write', '--files-ignore-unknown=true', ...new Set(written)]
      execFileSync(biome, args, { cwd: root, stdio: 'pipe' })
      return 'formatted'
    },
  }
}

type Manifest = { version: string; dependencies: Record<string, string>; devDependencies: Record<string, string> }
