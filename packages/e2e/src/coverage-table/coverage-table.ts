import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AnyEndpoint, allEndpoints, domainNames, type Permission, permissions } from '@cascade/contracts'
import { callNames } from './call-names'
import { messages, unsaid } from './messages'
import { type TestFile, testFilesIn } from './test-files'

const exportFiles = [
  ...['AdminsList.xlsx', 'SuperDistributorsList.xlsx', 'superareamanagerList.xlsx', 'playersList.xlsx'],
  ...['GamesList.xlsx', 'TurnoverReport.xlsx', 'TransactionsList.xlsx', 'AdminCommissionData.xlsx', 'logs.csv'],
]
const namesShown = 3

/** `reason`: why no test can name it. */
type Row = { what: string[]; tests: string[]; reason?: string | undefined }

/** The table of what is named by which tests. @param root of the repository */
export function coverageTable(root: string): string {
  const files = testFilesIn(root)
  const addresses = addressRows(root, files)
  return `${[
    '# What is tested where',
    '',
    'Made by `npm run coverage-table` from contracts, `remote.json` files and tests.',
    'A test is listed where its text names the thing: a call by its contract or its path, an address by its base, a file',
    'by its name, a message by its words. What none names says why, or the unit test fails; a path that a test puts',
    'together is not seen. Besides, `security/route-matrix` sends every guarded call without a token, with an expired',
    'one, as each wrong role and at a foreign id, and `security/bad-input` sends each of them wrong input.',
    ...section('Calls', ['Call', 'Id'], callRows(files)),
    ...section('Addresses', ['Address', 'Roles'], addresses.rows, `${addresses.count} of a role and a base.`),
    ...section('Exports', ['File'], named(exportFiles, files)),
    ...section('Messages', ['Message'], messageRows(files)),
  ].join('\n')}\n`
}

function section(title: string, columns: string[], rows: readonly Row[], more = ''): string[] {
  const none = rows.filter(({ tests }) => tests.length === 0).length
  const head = `${rows.length} rows, ${none === 0 ? 'each' : `all but ${none}`} named by a test. ${more}`.trim()
  return [
    ...['', `## ${title}`, '', head, '', `| ${[...columns, 'Tests'].join(' | ')} |`],
    `|${'---|'.repeat(columns.length + 1)}`,
    ...rows.map(row => `| ${[...row.what.map(cell), testsCell(row)].join(' | ')} |`),
  ]
}

const cell = (text: string) => `\`${text.replaceAll('|', '\\|')}\``

function testsCell({ tests, reason }: Row): string {
  if (tests.length === 0) return reason === undefined ? '**none**' : `none: ${reason}`
  const more = tests.length > namesShown ? ` and ${tests.length - namesShown} more` : ''
  return tests.slice(0, namesShown).map(shortName).join(', ') + more
}

const shortName = (name: string) =>
  name
    .replace('packages/e2e/src/', 'e2e/')
    .replace('/src/', '/')
    .replace(/\.tsx?$/, '')

/** Browser tests first: they show the most. The pattern is slow, so only files that hold one of `words` are looked at. */
const testsWith = (files: readonly TestFile[], names: RegExp, words: readonly string[]) =>
  files
    .filter(({ text }) => words.some(word => text.includes(word)) && names.test(text))
    .map(({ name }) => name)
    .sort((a, b) => Number(b.startsWith('packages/e2e')) - Number(a.startsWith('packages/e2e')))

function callRows(files: readonly TestFile[]): Row[] {
  const names = callNames()
  return allEndpoints.map(endpoint => {
    const own = names.get(endpoint) ?? []
    const [last = ''] = endpoint.path
      .split('/')
      .filter(part => part !== '' && !part.startsWith(':'))
      .slice(-1)
    const words = [last, ...own.map(name => name.slice(name.lastIndexOf('.'))), ...(levelPaths.has(last) ? ['${'] : [])]
    return {
      what: [`${endpoint.method} ${endpoint.path}`, endpoint.id],
      tests: testsWith(files, callPattern(endpoint, own), words),
    }
  })
}

/** `accountApi.admin.create` is also named by `accountApi[level].create`; a path with any word for its parameters. */
function callPattern({ method, path }: AnyEndpoint, names: readonly string[]): RegExp {
  const word = '[^/\\s\'"`?]+'
  const asPath = path
    .split('/')
    .map((part, index) => (part.startsWith(':') ? word : fixed(part, index)))
    .join('/')
  const asNames = names.map(name => {
    const [api = '', ...keys] = name.split('.')
    const last = escaped(keys.at(-1) ?? '')
    return keys.length === 1 ? `\\b${api}\\.${last}\\b` : `\\b${api}(?:\\.${keys[0]}|\\[\\w+\\])\\.${last}\\b`
  })
  const written = `(?:${method} |['"\`/]|\\bapi)${asPath.startsWith('/') ? asPath : `/${asPath}`}(?![\\w/-])`
  return new RegExp([...asNames, written].join('|'))
}

/** Calls of the same shape for each level are driven with the level as a variable. */
const fixed = (part: string, index: number) =>
  index === 1 && levelPaths.has(part) ? `(?:${escaped(part)}|\\$\\{[^}]+\\})` : escaped(part)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const levelPaths = new Set(
  allEndpoints.filter(({ path }) => path.endsWith('/credit-transfer')).map(({ path }) => path.split('/')[1] ?? ''),
)

type Base = { path: string; may: Permission }

function addressRows(root: string, files: readonly TestFile[]): { rows: Row[]; count: number } {
  const bases = domainNames.flatMap(domain => {
    const text = readFileSync(join(root, `mf-${domain}`, 'remote.json'), 'utf8')
    return (JSON.parse(text) as { bases: Base[] }).bases
  })
  const rows = bases.map(({ path, may }) => ({
    what: [`/{role}/${path}`, permissions[may].join(' ')],
    tests: testsWith(files, new RegExp(`(?:['"\`/])${escaped(path)}(?=['"\`/?])`), [path]),
  }))
  return { rows, count: bases.reduce((sum, { may }) => sum + permissions[may].length, 0) }
}

const named = (things: readonly string[], files: readonly TestFile[]): Row[] =>
  things.map(thing => ({ what: [thing], tests: testsWith(files, new RegExp(escaped(thing)), [thing]) }))

const messageRows = (files: readonly TestFile[]): Row[] =>
  messages.map(message => {
    const words = escaped(message).replaceAll('\\{\\}', '.{1,80}').replaceAll("'", "\\\\?'")
    const [longest = ''] = message.split(/\{\}|'/).sort((a, b) => b.length - a.length)
    const tests = testsWith(files, new RegExp(`['"\`/>].{0,40}${words}`), [longest])
    return { what: [message], tests, reason: unsaid[message] }
  })
