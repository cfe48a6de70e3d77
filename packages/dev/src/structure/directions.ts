import { posix } from 'node:path'
import type { SourceFile, Workspace } from './workspace'

type Rule = {
  /** Workspaces it may depend on, without `@cascade/`. */
  may: readonly string[]
  /** Files of other workspaces that it may import by a path. */
  insides?: RegExp
}

const services: Rule = { may: ['contracts', 'draw-rules', 'files', 'service-kit'] }

const rules: readonly (readonly [RegExp, Rule])[] = [
  [/^packages\/contracts$/, { may: [] }],
  [/^packages\/(draw-rules|files|game-pictures|service-kit|web-kit)$/, { may: ['contracts'] }],
  [/^packages\/ui-kit$/, { may: ['contracts', 'files', 'web-kit'] }],
  [/^packages\/play-client$/, { may: ['contracts', 'draw-rules'] }],
  [/^(shell|mf-[a-z]+)$/, { may: ['contracts', 'draw-rules', 'web-kit', 'ui-kit', 'game-pictures'] }],
  [/^(gateway|svc-[a-z]+|packages\/operations)$/, services],
  // The demo history starts services on a clock in the past.
  [
    /^packages\/dev$/,
    { may: ['contracts', 'service-kit'], insides: /^(gateway|svc-[a-z]+)\/src\/(env|gateway|service)$/ },
  ],
  // Benchmarks time functions of a service without the network.
  [/^packages\/load$/, { may: [...services.may, 'dev', 'play-client'], insides: /^svc-/ }],
  [/^packages\/e2e$/, { may: ['contracts', 'dev', 'draw-rules', 'load', 'play-client'] }],
]

/** Bundled as a page, not imported. */
const bundled = ['gateway → play-client']

/**
 * Dependencies between workspaces against their direction. The linter checks that each import is a dependency.
 * devDependencies may also contain `dev`.
 */
export function directionFaults(workspaces: readonly Pick<Workspace, 'folder' | 'manifest'>[]): string[] {
  return workspaces.flatMap(({ folder, manifest: { dependencies, devDependencies } }) => {
    const rule = ruleOf(folder)
    if (!rule) return [`${folder}: no rule says what it may import (packages/dev/src/structure/directions.ts)`]
    return [
      ...namesIn(dependencies).filter(name => !rule.may.includes(name)),
      ...namesIn(devDependencies).filter(name => ![...rule.may, 'dev'].includes(name)),
    ]
      .filter(name => !bundled.includes(`${folder} → ${name}`))
      .map(name => `${folder} may not depend on ${name}; allowed: ${rule.may.join(', ') || 'no other workspace'}`)
  })
}

const ruleOf = (folder: string) => rules.find(([pattern]) => pattern.test(folder))?.[1]

const namesIn = (dependencies: Readonly<Record<string, string>> = {}) =>
  Object.keys(dependencies).flatMap(name => (name.startsWith('@cascade/') ? [name.slice('@cascade/'.length)] : []))

/** Relative imports that leave their workspace. */
export function pathFaults(folders: readonly string[], sources: readonly SourceFile[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const folder = folders.find(each => path.startsWith(`${each}/`)) ?? ''
    return importsOf(text)
      .filter(specifier => specifier.startsWith('.'))
      .filter(specifier => {
        const target = posix.join(posix.dirname(path), specifier)
        return !target.startsWith(`${folder}/`) && !ruleOf(folder)?.insides?.test(target)
      })
      .map(specifier => `${path}: '${specifier}' leaves the workspace`)
  })
}

const specifiers = /(?:\bfrom\s*|(?<!\.)\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g

/** Specifiers of `import`, `export from` and `import()`. */
export function importsOf(source: string): string[] {
  return Array.from(source.matchAll(specifiers), match => match[2] ?? '')
}
