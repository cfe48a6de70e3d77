import type { Names } from '../names'
import { insertInto } from '../text/insert-into'
import { withImports } from '../text/lines'
import { type Edit, jsonEdit } from './edit'

/** Where a screen and its calls are named besides their own files. */
export const screenEdits = (names: Names): Edit[] => [
  ...contractEdits(names),
  ...serviceEdits(names),
  ...remoteEdits(names),
]

function contractEdits({ domain, plural, camel, camels, Pascal, words }: Names): Edit[] {
  return [
    {
      path: 'packages/contracts/src/calls.ts',
      change: text =>
        withImports(
          insertInto(text, [/const resources = (?=\[)/], `[${camel}Api, ${camel}Examples],`),
          `import { ${camel}Api, ${camel}Examples } from './${domain}/${plural}'`,
        ),
    },
    {
      path: 'packages/contracts/src/all-events.ts',
      change: text =>
        withImports(
          insertInto(text, [/export const allEvents = (?=\[)/], `...Object.values(${camel}Events),`),
          `import { ${camel}Events } from './${domain}/${plural}'`,
        ),
    },
    {
      path: 'packages/contracts/src/event-catalogue.ts',
      change: text => {
        const summary = `'${domain}.${camel}.created.v1': 'A new ${words}',`
        const described = insertInto(text, [/export const eventSummaries: [^=]*= (?=\{)/], summary)
        const hasExample = described.includes('seconds: 60,')
        return hasExample
          ? described
          : insertInto(described, [/export const eventFields: [^=]*= (?=\{)/], 'seconds: 60,')
      },
    },
    {
      path: `packages/contracts/src/${domain}/index.ts`,
      change: text =>
        withImports(
          text,
          `export {
            New${Pascal}, ${Pascal}, ${camel}Api, ${camel}Events, ${camel}SortFields, ${camel}Texts,
          } from './${plural}'`,
        ),
    },
    {
      path: 'packages/contracts/src/permissions.ts',
      change: text =>
        insertInto(
          text,
          [/export const permissions = (?=\{)/],
          `'${camels}.read': admins,\n'${camels}.write': ['superadmin'],`,
        ),
    },
  ]
}

function serviceEdits({ domain, resource, plural, camel, camels, Pascal }: Names): Edit[] {
  const room = `svc-${domain}`
  const plans = [/[pP]lans: readonly CollectionPlan\[\] = (?=\[)/, /\bplans: (?=\[)/]
  const store = `import { create${Pascal}Store } from './${plural}/${resource}-store'`
  // Where all stores are made, or else where the deps are answered.
  const inDeps = [
    /createStores = \([\s\S]*?\) => \((?=\{)/,
    /createDeps = \([\s\S]*?\) => \((?=\{)/,
    /createDeps\([\s\S]*?\n {2}return (?=\{)/,
  ]
  return [
    {
      path: `${room}/src/deps.ts`,
      change: text =>
        withImports(
          inDeps.some(anchor => anchor.test(text))
            ? insertInto(text, inDeps, `${camels}: create${Pascal}Store(db),`)
            : // Made elsewhere, and named here.
              insertInto(
                text,
                [/export type BaseDeps = [^{]*(?=\{)/],
                `${camels}: ReturnType<typeof create${Pascal}Store>`,
              ),
          inDeps.some(anchor => anchor.test(text)) ? store : store.replace('import', 'import type'),
        ),
    },
    {
      path: `${room}/src/service.ts`,
      change: text => {
        const hasStores = text.includes('createStores = (')
        const named = insertInto(insertInto(text, plans, `...${camel}Plans,`), [/\broutes: (?=\[)/], `${camel}Routes,`)
        const made = hasStores ? insertInto(named, inDeps, `${camels}: create${Pascal}Store(db),`) : named
        return withImports(
          made,
          `import { ${hasStores ? `create${Pascal}Store, ` : ''}${camel}Plans } from './${plural}/${resource}-store'`,
          `import { ${camel}Routes } from './${plural}/routes'`,
        )
      },
    },
  ]
}

type RemoteJson = { bases: { path: string; order: number; [field: string]: unknown }[] }

function remoteEdits(names: Names): Edit[] {
  const { domain, Domain, resource, plural, camel, camels, Pascal, Pascals, words, Words, ManyWords, manyWords } = names
  const room = `mf-${domain}`
  return [
    jsonEdit<RemoteJson>(`${room}/remote.json`, remote => ({
      ...remote,
      bases: [
        ...remote.bases,
        {
          path: plural,
          permission: `${camels}.read`,
          label: ManyWords,
          group: remote.bases.at(-1)?.group ?? Domain,
          order: (remote.bases.at(-1)?.order ?? 900) + 10,
        },
      ],
    })),
    {
      path: `${room}/src/paths.ts`,
      change: text =>
        insertInto(
          text,
          [/export const paths = (?=\{)/],
          [`${camels}: '${plural}',`, `create${Pascal}: '${plural}/create',`].join('\n'),
        ),
    },
    {
      path: `${room}/src/remote.tsx`,
      change: text =>
        insertInto(
          text,
          [/pageRoutes\((?=\{)/],
          [
            `[paths.${camels}]: () => import('./${plural}/${resource}-list-page'),`,
            `[paths.create${Pascal}]: () => import('./${plural}/${resource}-create-page'),`,
          ].join('\n'),
        ),
    },
    {
      path: `${room}/src/texts.ts`,
      change: text =>
        insertInto(
          text,
          [/defineTexts\('[a-z]+', (?=\{)/],
          [
            `${camels}: '${ManyWords}',`,
            `add${Pascal}: 'Add ${Words}',`,
            `search${Pascals}: 'Search ${manyWords}',`,
            `first${Pascal}: 'Add the first ${words}',`,
            `${camel}Id: '${Words} ID',`,
            `${camel}Seconds: 'Seconds',`,
            `${camel}Help: 'From 10 to 86400.',`,
          ].join('\n'),
        ),
    },
  ]
}
