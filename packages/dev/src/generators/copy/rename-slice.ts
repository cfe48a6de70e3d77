import type { Names } from '../names'

type Rule = readonly [RegExp, string]

/** The texts and addresses of `times`, whose form is not that of its name; then the name itself in all its forms. */
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
    // What other parts of games use of times.
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

/** The text of a file of `times` as that of another resource. */
export const renameSlice = (text: string, names: Names) =>
  rulesFor(names).reduce((renamed, [pattern, replacement]) => renamed.replace(pattern, replacement), text)
