import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../build/packages'
import type { Names } from './names'

type Rule = readonly [RegExp, string]

/** First texts and addresses of `times` that differ from its name, then the name in all spellings. */
function rulesFor(names: Names): Rule[] {
  const { domain, Domain, resource, plural, collection, camel, camels, Pascal, Pascals, words, Words } = names
  const a = /^[aeiou]/.test(words) ? 'an' : 'a'
  return [
    [/\/time\/(timelist|create)/g, `/${plural}`],
    [/timemaster/g, plural],
    [/(['"`])games\.time\b/g, `$1${domain}.${camel}`],
    [/domain: 'games'/g, `domain: '${domain}'`],
    [/@cascade\/contracts\/games/g, `@cascade/contracts/${domain}`],
    [/\bGamesDeps\b/g, `${Domain}Deps`],
    [/\bgamesService\b/g, `${domain}Service`],
    [/(name: |collection\()'times'/g, `$1'${collection}'`],
    [/\btimeMaster\b/g, camels],
    [/\btimeInSec\b/g, `${camel}Seconds`],
    [/Time in sec/g, 'Seconds'],
    [/timecount/g, 'seconds'],
    [/'Time is required'/g, `'Seconds are required'`],
    [/'Times between draws'/g, `'${names.ManyWords}'`],
    [/ between draws/g, ''],
    [/\ba time\b/g, `${a} ${words}`],
    [/\bTime (ID|added|created)/g, `${Words} $1`],
    [/\b(Add) Time\b/g, `$1 ${Words}`],
    [/\bThis time\b/g, `This ${words}`],
    // Exports that only other slices of games use.
    [/(\/\*\*[^\n]*\*\/\n)?export const timesQuery[^\n]*\n/g, ''],
    [/, readQuery\b/g, ''],
    [/\n *insertMany:[^\n]*\n/g, '\n'],
    [/export const timeExample:/g, 'const timeExample:'],
    [/(?<![A-Za-z])time-(?=[a-z])/g, `${resource}-`],
    [/(?<![A-Za-z])times(?![a-z])/g, camels],
    [/(?<![A-Za-z])time(?![a-z])/g, camel],
    [/(?<!max)Times(?![a-z])/g, Pascals],
    [/(?<!max)Time(?![a-z])/g, Pascal],
  ]
}

/** Renames a file of `times` to another resource. */
export const renameSlice = (text: string, names: Names) =>
  rulesFor(names).reduce((renamed, [pattern, replacement]) => renamed.replace(pattern, replacement), text)

/**
 * Copies the slice `times` of games under another name.
 * @returns the texts by path. The service test is left out if the service needs settings to start
 */
export function copySlice(names: Names, read: (path: string) => string): Map<string, string> {
  const { domain, resource, plural } = names
  const startsAlone = read(`svc-${domain}/src/service.ts`).includes(`export const ${domain}Service:`)
  const files = [
    ['packages/contracts/src/games/times.ts', `packages/contracts/src/${domain}/${plural}.ts`] as const,
    ...['svc', 'mf'].flatMap(kind =>
      readdirSync(join(repository, `${kind}-games/src/times`))
        .filter(name => startsAlone || !name.endsWith('.int.test.ts'))
        .map(name => {
          const renamed = name.replace(/^times\b/, plural).replace(/^time\b/, resource)
          return [`${kind}-games/src/times/${name}`, `${kind}-${domain}/src/${plural}/${renamed}`] as const
        }),
    ),
  ]
  return new Map(files.map(([from, to]) => [to, renameSlice(read(from), names)]))
}
