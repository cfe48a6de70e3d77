import type { SourceFile } from './workspace'

/** What the page is given in place of a library, and the file that says how much of it; see `sharing.ts`. */
const shared = [
  { library: 'zod', parts: 'packages/web-kit/src/shared/zod-parts.ts' },
  { library: 'react-router-dom', parts: 'packages/web-kit/src/shared/router.ts' },
] as const

/** Rooms that run in a browser. */
const onPage = /^(?:shell|mf-[\w-]+|packages\/(?:contracts|draw-rules|game-pictures|ui-kit|web-kit))\/src\//
/** Not on a page: tests, and what makes the OpenAPI document. */
const apart = /\.test\.tsx?$|\/testing\/|^packages\/contracts\/src\/openapi\.ts$|^packages\/web-kit\/src\/shared\//

/**
 * What screens use of a shared library and the page is not given: types know all of the library, so that it would be
 * undefined only at run time.
 */
export function sharedFaults(sources: readonly SourceFile[]): string[] {
  const users = sources.filter(({ path }) => onPage.test(path) && !apart.test(path))
  return shared.flatMap(({ library, parts }) => {
    const given = namesIn(sources.find(({ path }) => path === parts)?.text ?? '')
    return users.flatMap(({ path, text }) =>
      usedOf(library, text)
        .filter(name => !given.has(name))
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

/** Names of values: `import { Link } from …`, and behind `z`, on a line of their own too, those that are called. */
function usedOf(library: string, text: string): string[] {
  const imports = [...text.matchAll(/^import \{([^}]*)\} from '([^']+)'/gm)].filter(([, , from]) => from === library)
  const names = new Set(imports.flatMap(([, list]) => namesOf(list)))
  if (!names.delete('z')) return [...names]
  return [
    ...names,
    ...[...text.matchAll(/\bz\s*\.(?!(?:infer|input|output)\b)([a-z]\w*)(?=[.(<])/g)].map(([, name]) => name ?? ''),
  ]
}
