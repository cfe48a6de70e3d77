import { insertInto } from './insert-into'
import type { Names } from './names'

type ReadFile = (path: string) => string

/** One file, with import lines and entries to add, each after the list, object or call that its anchor finds. */
type Registration = { path: string; imports?: string; entries?: readonly (readonly [anchor: RegExp, entry: string])[] }

/** Where a service creates its stores. */
const storesAnchor = /create(?:Stores|Deps) = \([\s\S]*?\) => \((?=\{)|createDeps\([\s\S]*?\n {2}return (?=\{)/

/**
 * Registers a list and a form in the files that name contracts, stores, routes, pages and texts.
 * @param read reads a file of the repository
 * @returns the new texts by path, before formatting
 * @throws Error with the path if a file has no place for an entry
 */
export function registerScreen(names: Names, read: ReadFile): Map<string, string> {
  const registrations = [...inContracts(names, read), ...inService(names, read), ...inRemote(names)]
  const texts = registrations.map(({ path, imports, entries = [] }): [string, string] => {
    try {
      const text = entries.reduce((before, [anchor, entry]) => insertInto(before, anchor, entry), read(path))
      return [path, imports ? `${imports}\n${/^(import|export) /.test(text) ? '' : '\n'}${text}` : text]
    } catch (cause) {
      throw new Error(`${path}: the anchor of an entry is missing.`, { cause })
    }
  })
  return new Map([...texts, withMenuEntry(names, read)])
}

/** The field of the new event, in the examples. */
const exampleField = [/export const eventFields: [^=]*= (?=\{)/, 'seconds: 60,'] as const

function inContracts({ domain, plural, camel, camels, words }: Names, read: ReadFile): Registration[] {
  const folder = 'packages/contracts/src'
  return [
    {
      path: `${folder}/calls.ts`,
      imports: `import { ${camel}Api, ${camel}Examples } from './${domain}/${plural}'`,
      entries: [[/const resources = (?=\[)/, `[${camel}Api, ${camel}Examples],`]],
    },
    {
      path: `${folder}/all-events.ts`,
      imports: `import { ${camel}Events } from './${domain}/${plural}'`,
      entries: [[/export const allEvents = (?=\[)/, `...Object.values(${camel}Events),`]],
    },
    {
      path: `${folder}/event-catalogue.ts`,
      entries: [
        [/export const eventSummaries: [^=]*= (?=\{)/, `'${domain}.${camel}.created.v1': 'A new ${words}',`],
        ...(/\bseconds: /.test(read(`${folder}/event-catalogue.ts`)) ? [] : [exampleField]),
      ],
    },
    { path: `${folder}/${domain}/index.ts`, imports: `export * from './${plural}'` },
    {
      path: `${folder}/permissions.ts`,
      entries: [[/export const permissions = (?=\{)/, `'${camels}.read': admins,\n'${camels}.write': ['superadmin'],`]],
    },
  ]
}

function inService({ domain, resource, plural, camel, camels, Pascal }: Names, read: ReadFile): Registration[] {
  const [deps, service] = [`svc-${domain}/src/deps.ts`, `svc-${domain}/src/service.ts`] as const
  const storeFile = `./${plural}/${resource}-store`
  const hasStores = storesAnchor.test(read(service))
  const store = [storesAnchor, `${camels}: create${Pascal}Store(db),`] as const
  const dependency = hasStores
    ? ([/export type BaseDeps = [^{]*(?=\{)/, `${camels}: ReturnType<typeof create${Pascal}Store>`] as const)
    : store
  return [
    {
      path: deps,
      imports: `import ${hasStores ? 'type ' : ''}{ create${Pascal}Store } from '${storeFile}'`,
      entries: [dependency],
    },
    {
      path: service,
      imports: [
        `import { ${hasStores ? `create${Pascal}Store, ` : ''}${camel}Collections } from '${storeFile}'`,
        `import { ${camel}Routes } from './${plural}/routes'`,
      ].join('\n'),
      entries: [
        [/[cC]ollections: readonly CollectionSpec\[\] = (?=\[)|\bcollections: (?=\[)/, `...${camel}Collections,`],
        [/\broutes: (?=\[)/, `${camel}Routes,`],
        ...(hasStores ? [store] : []),
      ],
    },
  ]
}

function inRemote(names: Names): Registration[] {
  const { domain, resource, plural, camel, camels, Pascal, Pascals, words, Words, ManyWords, manyWords } = names
  const folder = `mf-${domain}/src`
  return [
    {
      path: `${folder}/paths.ts`,
      entries: [[/export const paths = (?=\{)/, `${camels}: '${plural}',\ncreate${Pascal}: '${plural}/create',`]],
    },
    {
      path: `${folder}/remote.tsx`,
      entries: [
        [
          /pageRoutes\((?=\{)/,
          `[paths.${camels}]: () => import('./${plural}/${resource}-list-page'),
          [paths.create${Pascal}]: () => import('./${plural}/${resource}-create-page'),`,
        ],
      ],
    },
    {
      path: `${folder}/texts.ts`,
      entries: [
        [
          /defineTexts\('[a-z]+', (?=\{)/,
          `${camels}: '${ManyWords}',
          add${Pascal}: 'Add ${Words}',
          search${Pascals}: 'Search ${manyWords}',
          first${Pascal}: 'Add the first ${words}',
          ${camel}Id: '${Words} ID',
          ${camel}Seconds: 'Seconds',
          ${camel}Help: 'From 10 to 86400.',`,
        ],
      ],
    },
  ]
}

type RemoteJson = { bases: { path: string; order: number; group?: string; [field: string]: unknown }[] }

function withMenuEntry({ domain, Domain, plural, camels, ManyWords }: Names, read: ReadFile): [string, string] {
  const path = `mf-${domain}/remote.json`
  const remote = JSON.parse(read(path)) as RemoteJson
  const last = remote.bases.at(-1)
  const base = { path: plural, permission: `${camels}.read`, label: ManyWords }
  remote.bases.push({ ...base, group: last?.group ?? Domain, order: (last?.order ?? 900) + 10 })
  return [path, `${JSON.stringify(remote, null, 2)}\n`]
}
