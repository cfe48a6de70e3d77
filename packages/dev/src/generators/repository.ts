import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { permissions } from '@cascade/contracts'
import { domains } from '../domains'
import { renameSlice } from './copy/rename-slice'
import type { slicePatterns } from './copy/slice-files'
import type { Edit } from './edits/edit'
import type { Names } from './names'

export type Repository = ReturnType<typeof repositoryAt>

/** Reads and changes the tree that a generator writes into. */
export function repositoryAt(root: string) {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const has = (path: string) => existsSync(join(root, path))
  const changed: string[] = []
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const isDomain = (name: string) => domains.some(domain => domain.name === name)

  return {
    problemOfDomain: (name: string): string | undefined =>
      isDomain(name) || has(`svc-${name}`) || has(`mf-${name}`) ? `${name} exists already.` : undefined,

    problemOfScreen({ domain, plural, camels }: Names): string | undefined {
      if (!isDomain(domain)) return `${domain} is not a domain; npm run gen domain makes one.`
      const existing = [
        `svc-${domain}/src/${plural}`,
        `mf-${domain}/src/${plural}`,
        `packages/contracts/src/${domain}/${plural}.ts`,
      ].find(has)
      if (existing) return `${existing} exists already.`
      return `${camels}.read` in permissions ? `The permission ${camels}.read exists already.` : undefined
    },

    /** The port of a domain that stands last. */
    nextServicePort: () => Math.max(...domains.map(({ servicePort }) => servicePort)) + 1,

    /** Whether a test can start the service without settings of its own. */
    startsWithoutSettings: (domain: string) =>
      !has(`svc-${domain}`) || read(`svc-${domain}/src/service.ts`).includes(`export const ${domain}Service:`),

    /** Versions of dependencies that are in use. */
    versions() {
      const versionsOf = (folder: string): Record<string, string> => {
        const { version, dependencies, devDependencies } = JSON.parse(read(`${folder}/package.json`)) as Manifest
        return { ...dependencies, ...devDependencies, suite: version }
      }
      return { ...versionsOf('svc-games'), ...versionsOf('mf-games') }
    },

    /** Writes the files of a new domain; `{{name}}` in a path or text stands for a value. */
    fillTemplates(values: Readonly<Record<string, string>>) {
      const fill = (text: string) => text.replace(/\{\{([^}]+)\}\}/g, (_, name: string) => values[name] ?? '')
      const templates = join(import.meta.dirname, '..', '..', 'templates')
      for (const path of filesBelow(templates).filter(each => ofDomain.test(relative(templates, each))))
        write(fill(relative(templates, path)).replace(/\.template$/, ''), fill(readFileSync(path, 'utf8')))
    },

    /** Copies the slice `times` of games under other names. */
    copySlice(names: Names, patterns: ReturnType<typeof slicePatterns>) {
      for (const { from, to, skip } of patterns)
        for (const path of filesBelow(join(root, from))) {
          if (skip?.test(path)) continue
          const inFolder = relative(join(root, from), path)
            .replace(/^times\b/, names.plural)
            .replace(/^time\b/, names.resource)
          write(inFolder ? join(to, inFolder) : to, renameSlice(readFileSync(path, 'utf8'), names))
        }
    },

    /** Changes files. @throws Error before anything is written when an edit does not find its anchor */
    apply(edits: readonly Edit[]) {
      const texts = new Map<string, string>()
      for (const { path, change } of edits) {
        try {
          texts.set(path, change(texts.get(path) ?? read(path)))
        } catch (cause) {
          throw new Error(`${path}: the anchor of the edit is missing.`, { cause })
        }
      }
      for (const [path, text] of texts) writeFileSync(join(root, path), text)
      changed.push(...texts.keys())
    },

    /** Formats the written files and sorts their imports. */
    format(domain: string) {
      const written = [...changed, `svc-${domain}`, `mf-${domain}`, `packages/contracts/src/${domain}`]
      const biome = join(root, 'node_modules', '.bin', 'biome')
      const args = ['check', '--write', '--files-ignore-unknown=true', ...new Set(written)]
      execFileSync(biome, args, { cwd: root, stdio: 'pipe' })
    },
  }
}

/** The other templates are of repositories outside of this one. */
const ofDomain = /^(?:mf-|svc-|packages)/

const filesBelow = (path: string): string[] =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap(name => filesBelow(join(path, name))) : [path]

type Manifest = { version: string; dependencies: Record<string, string>; devDependencies: Record<string, string> }
