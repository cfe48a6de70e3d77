import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder, findTool, isExecutable } from '../../bin/tools.mjs'
import { install } from '../servers/install'
import type { Log } from '../servers/server'

const version = 'v1.37.0'
const folder = cacheFolder(`oasdiff-${version}`)

/** One change that breaks clients, as oasdiff reports it. */
type Finding = { id: string; text: string; operation: string; path: string }

/** Builds oasdiff once with Go, about 30 s. @returns its path, or the reason in one sentence why there is none */
export async function findOasdiff(log: Log): Promise<{ program: string } | { reason: string }> {
  const program = join(folder, 'oasdiff')
  if (await isExecutable(program)) return { program }
  const go = await findTool('go')
  if (!go)
    return {
      reason: 'The contracts are not compared with the last release: there is no Go toolchain to build oasdiff.',
    }
  const failure = await install({
    label: 'Building oasdiff (once, about 30 s)',
    command: go,
    args: ['install', `github.com/oasdiff/oasdiff@${version}`],
    env: { GOBIN: folder, GOFLAGS: '' },
    timeoutMs: 10 * 60_000,
    log,
  })
  return failure ? { reason: `The contracts are not compared with the last release: ${failure}` } : { program }
}

/**
 * Sentences about what breaks for clients between two OpenAPI documents, none for additions. The same change of several
 * calls is one sentence.
 */
export const findApiBreaks = async (program: string, before: object, after: object): Promise<string[]> =>
  describeFindings(await compare(program, before, after))

type Schemas = Readonly<Record<string, object>>

/** The same for consumers of events, by subject: an event is compared like a response. */
export async function findEventBreaks(program: string, before: Schemas, after: Schemas): Promise<string[]> {
  const findings = await compare(program, toDocument(before), toDocument(after))
  return findings
    .filter(finding => !isExpected(finding))
    .map(finding => {
      const what = isRemoval(finding) ? 'it is no longer sent' : toText(finding)
      return `Consumers of ${finding.path.slice(1)} break: ${what}.`
    })
}

const toDocument = (schemas: Schemas) => {
  const toPath = (schema: object) => {
    const content = { 'application/json': { schema } }
    return { get: { responses: { 200: { description: 'Event', content } } } }
  }
  const paths = Object.entries(schemas).map(([subject, schema]) => [`/${subject}`, toPath(schema)])
  return { openapi: '3.1.0', info: { title: 'Events', version: '1' }, paths: Object.fromEntries(paths) }
}

async function compare(program: string, before: object, after: object): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-oasdiff-'))
  try {
    const [old, now] = [join(folder, 'before.json'), join(folder, 'after.json')]
    await Promise.all([
      writeFile(old, JSON.stringify(followReferences(before, before))),
      writeFile(now, JSON.stringify(followReferences(after, after))),
    ])
    const args = ['breaking', '--format', 'json', '--allow-external-refs=false', old, now]
    const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 2 ** 30, timeout: 120_000 })
    return JSON.parse(stdout || '[]') as Finding[]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A document with what its references stand for: whether a schema has a name makes no difference to clients. */
function followReferences(part: unknown, root: object): unknown {
  if (Array.isArray(part)) return part.map(each => followReferences(each, root))
  if (typeof part !== 'object' || part === null) return part
  const { $ref, ...own } = part as { $ref?: string }
  const followed = Object.fromEntries(Object.entries(own).map(([name, each]) => [name, followReferences(each, root)]))
  if ($ref === undefined) return followed
  const target = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => Object(at)[name], root)
  return { ...Object(followReferences(target, root)), ...followed }
}

/**
 * Clients and consumers have to expect new reasons, operations of approvals, kinds (of transfers, notices and changes) and
 * states of tickets, and verifiers new formats of records: their schemas say so.
 */
const isExpected = ({ id, text, path }: Finding) =>
  (id === 'response-property-enum-value-added' &&
    /`([^`]*\/)?(reason|operation|kind|transactionType)` response property/.test(text)) ||
  (id === 'response-property-enum-value-added' && path.includes('/play/tickets') && text.includes('state` response')) ||
  (id === 'response-property-one-of-added' && path.endsWith('/notices')) ||
  (id.startsWith('response-property-') && text.includes('`cascade.draw.v'))

function describeFindings(findings: readonly Finding[]): string[] {
  const calls = new Map<string, { finding: Finding; names: Set<string> }>()
  for (const finding of findings) {
    if (isExpected(finding)) continue
    const what = effectOf(finding)
    const entry = calls.get(what) ?? { finding, names: new Set() }
    calls.set(what, entry)
    entry.names.add(`${finding.operation} ${finding.path}`)
  }
  return [...calls].map(([what, { finding, names }]) => {
    const [first, ...others] = names
    const more = others.length === 1 ? 'another call' : `${others.length} other calls`
    const call = others.length === 0 ? first : `${first} and ${more}`
    return `Clients that ${actionOf(finding)} ${call} will ${what}.`
  })
}

const isRemoval = ({ id }: Finding) => /^api-(path-)?removed/.test(id)
const isAboutResponse = ({ id }: Finding) => id.startsWith('response')

const actionOf = (finding: Finding) =>
  isAboutResponse(finding) ? 'read the response of' : isRemoval(finding) ? 'call' : 'send the same as before to'

/** Patterns of days have thousands of characters. */
const toText = ({ text }: Finding) => text.replace(/`([^`]{60})[^`]+`/g, '`$1…`').replaceAll('/items/', '[].')

function effectOf(finding: Finding): string {
  if (isRemoval(finding)) return 'get 404: it was removed'
  const text = toText(finding)
  if (isAboutResponse(finding)) return `break: ${text}`
  return `get ${finding.id.includes('security') ? 401 : 400}: ${text}`
}
