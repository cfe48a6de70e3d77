import { posix } from 'node:path'

const kits = ['contracts', 'draw-rules', 'web-kit', 'ui-kit', 'game-pictures'] as const
const screens = { may: kits, inTests: [] }
const services = { may: ['contracts', 'draw-rules', 'service-kit'], inTests: ['dev'] }

type Rule = {
  may: readonly string[]
  inTests: readonly string[]
  /** Workspaces whose files it may import by a path. */
  insides?: RegExp
}

const rules: readonly (readonly [RegExp, Rule])[] = [
  [/^packages\/contracts$/, { may: [], inTests: [] }],
  [/^packages\/draw-rules$/, { may: ['contracts'], inTests: [] }],
  [/^packages\/game-pictures$/, { may: ['contracts'], inTests: [] }],
  [/^packages\/web-kit$/, { may: ['contracts'], inTests: [] }],
  [/^packages\/ui-kit$/, { may: ['contracts', 'web-kit'], inTests: [] }],
  [/^packages\/service-kit$/, { may: ['contracts'], inTests: ['dev'] }],
  // The demo history starts services on a clock in the past.
  [
    /^packages\/dev$/,
    { may: ['contracts', 'service-kit'], inTests: [], insides: /^(gateway|svc-[a-z]+)\/src\/(env|gateway|service)$/ },
  ],
  // Benchmarks time functions of a service without the network.
  [/^packages\/play-client$/, { may: ['contracts', 'draw-rules'], inTests: [] }],
  [
    /^packages\/load$/,
    { may: ['contracts', 'dev', 'draw-rules', 'play-client', 'service-kit'], inTests: [], insides: /^svc-/ },
  ],
  [/^packages\/e2e$/, { may: ['contracts', 'dev', 'draw-rules', 'load', 'play-client'], inTests: [] }],
  [/^(shell|mf-[a-z]+)$/, screens],
  [/^(gateway|svc-[a-z]+|packages\/operations)$/, services],
]

/** Loads the bundler. */
const presets = '@cascade/dev/rspack'
/** The only external package that contracts may import, as contracts are part of every bundle. */
const forContracts = /^zod(\/|$)/
const testFile = /\.test\.tsx?$|(^|\/)testing\//
const specifiers = /(?:\bfrom\s*|(?<!\.)\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g

/** Specifiers of `import`, `export from` and `import()`. */
export function importsOf(source: string): string[] {
  return Array.from(source.matchAll(specifiers), match => match[2] ?? '')
}

/** Files of `paths` that a file imports by a relative path. */
export const importedFiles = (path: string, text: string, paths: ReadonlySet<string>) =>
  importsOf(text)
    .filter(specifier => specifier.startsWith('.'))
    .map(specifier => posix.join(posix.dirname(path), specifier))
    .flatMap(
      base => ['', '.ts', '.tsx', '/index.ts', '/index.tsx'].map(end => base + end).find(at => paths.has(at)) ?? [],
    )

/**
 * Faults of one file's imports.
 * @param folder of the workspace, e.g. `svc-accounts`
 * @param file relative to the workspace
 */
export function directionFaults(folder: string, file: string, source: string): string[] {
  const rule = rules.find(([pattern]) => pattern.test(folder))?.[1]
  if (!rule) return [`${folder}: no rule says what it may import (packages/dev/src/structure/directions.ts)`]
  const isTest = testFile.test(file)
  return importsOf(source).flatMap(specifier => {
    const fault = faultOf(specifier, { folder, file, isTest, rule })
    return fault === undefined ? [] : [`${folder}/${file}: ${fault}`]
  })
}

type ImportContext = { folder: string; file: string; isTest: boolean; rule: Rule }

function faultOf(specifier: string, { folder, file, isTest, rule }: ImportContext): string | undefined {
  if (specifier.startsWith('.')) {
    const target = posix.join(folder, posix.dirname(file), specifier)
    const isInside = target.startsWith(`${folder}/`) || rule.insides?.test(target)
    return isInside ? undefined : `'${specifier}' leaves the workspace`
  }
  const own = /^@cascade\/([^/]+)/.exec(specifier)?.[1]
  if (own === undefined) {
    if (folder !== 'packages/contracts' || isTest || forContracts.test(specifier)) return undefined
    return `contracts may import only zod and each other, not '${specifier}'`
  }
  if (own === folder.split('/').at(-1)) return undefined
  if (specifier === presets)
    return file === 'rspack.config.ts' ? undefined : `'${presets}' is for rspack.config.ts only`
  if (rule.may.includes(own) || (isTest && rule.inTests.includes(own))) return undefined
  return `'${specifier}' is not allowed; allowed: ${rule.may.join(', ') || 'no other workspace'}`
}
