import type { SourceFile } from './workspace'

/** Libraries of which the shell provides a part, with the file that exports it; see `sharing.ts`. */
const shared = [
  { library: 'zod', parts: 'packages/web-kit/src/shared/zod-parts.ts' },
  { library: 'react-router-dom', parts: 'packages/web-kit/src/shared/router.ts' },
] as const

const onPage = /^(?:shell|mf-[\w-]+|packages\/(?:contracts|draw-rules|files|game-pictures|ui-kit|web-kit))\/src\//
/** Not bundled for a page: tests, the generator of the OpenAPI document and the comparison of builds. */
const excluded =
  /\.test\.tsx?$|\/testing\/|^packages\/contracts\/src\/(?:openapi\/|fit\.ts$)|^packages\/web-kit\/src\/shared\//

/**
 * Uses of exports that the shell does not provide. Types cover the whole library, so such an export would be undefined
 * only at run time.
 */
export function sharedFaults(sources: readonly SourceFile[]): string[] {
  const users = sources.filter(({ path }) => onPage.test(path) && !excluded.test(path))
  return shared.flatMap(({ library, parts }) => {
    const provided = namesIn(sources.find(({ path }) => path === parts)?.text ?? '')
    return users.flatMap(({ path, text }) =>
      usedOf(library, text)
        .filter(name => !provided.has(name))
        .map(name => `${path}: ${library} is shared without ${name}, add it to ${parts}`),
    )
  })
}

const namesIn = (text: string) =>
  new Set([...text.matchAll(/export \{([^}]*)\}/g)].flatMap(([, list]) => namesOf(list)))

function namesOf(list = ''): string[] {
  return list.split(',').flatMap(part => {
    const name = part.trim().split(/\s+as\s+/)[0] ?? ''
    return name === '' || name.startsWith('type ') ? [] : [name]
  })
}

/** Imported value names (`import { Link } from …`) and called members of `z`, also across a line break. */
function usedOf(library: string, text: string): string[] {
  const imports = [...text.matchAll(/^import \{([^}]*)\} from '([^']+)'/gm)].filter(([, , from]) => from === library)
  const names = new Set(imports.flatMap(([, list]) => namesOf(list)))
  if (!names.delete('z')) return [...names]
  return [
    ...names,
    ...[...text.matchAll(/\bz\s*\.(?!(?:infer|input|output)\b)([a-z]\w*)(?=[.(<])/g)].map(([, name]) => name ?? ''),
  ]
}
