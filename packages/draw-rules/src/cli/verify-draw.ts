import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DrawDocument } from '@cascade/contracts/live'
import type { Finding } from '../verify/finding'
import { extractProof, type ParsedDraw, parseDocuments, parsePublishedKeys } from '../verify/parse-documents'
import { type VerifyOptions, verifyChain, verifyRecord, verifyVersions } from '../verify/verify-record'
import { verifyTicket } from '../verify/verify-ticket'

const usage = `Checks the record of a draw, or a list of records that follow each other.

  npm run verify-draw -- record.json [--key public.json] [--commitment <hex>] [--ticket ticket.json]

  record.json   a record, a list of records, or the unchanged response of
                GET /live/record/<drawId>?ticketId=<ticketId>
  --key         the published keys: the unchanged response of GET /live/keys, a JSON Web Key, a list or a set of them
  --commitment  the commitment published before the draw, for a single record
  --ticket      the proof of a ticket, or the API response with it: checks that the ticket was in the draw

Exit code 0: all findings hold; 1: a finding fails; 2: wrong arguments or unreadable files.`

export type Verdict = { code: 0 | 1 | 2; text: string }

/** @param folder base of relative paths */
export async function verifyDraw(args: readonly string[], folder: string): Promise<Verdict> {
  try {
    const { file, key, commitment, ticket, help } = readArguments(args)
    if (help) return { code: 0, text: usage }
    const read = parseDocuments(await readJson(resolve(folder, file)))
    const published = key === undefined ? {} : await readKeys(resolve(folder, key))
    const findings = findingsOf(read, { ...published, ...(commitment && { commitment }) })
    const proof = ticket === undefined ? undefined : extractProof(await readJson(resolve(folder, ticket)))
    if (ticket !== undefined) findings.at(-1)?.push(ticketFinding(read.documents.at(-1), proof))
    const holds = findings.length > 0 && findings.flat().every(({ ok }) => ok)
    return { code: holds ? 0 : 1, text: formatReport(read.documents, findings) }
  } catch (error) {
    if (error instanceof UsageError) return { code: 2, text: error.message }
    throw error
  }
}

/**
 * A list is verified as a chain, an API response as the versions of one draw. Seed chains from `--key` take precedence
 * over those in the response.
 */
function findingsOf({ documents, ofDraw }: ParsedDraw, options: VerifyOptions): Finding[][] {
  if (ofDraw) return verifyVersions(documents, { ...ofDraw, ...options })
  return documents.length === 1 ? [verifyRecord(documents[0], options)] : verifyChain(documents, options)
}

function ticketFinding(document: unknown, proof: unknown): Finding {
  const parsed = DrawDocument.safeParse(document)
  return parsed.success
    ? verifyTicket(parsed.data, proof)
    : { name: 'ticket', ok: false, text: 'There is no record to find the ticket in.' }
}

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        key: { type: 'string' },
        commitment: { type: 'string' },
        ticket: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    const [file, ...more] = positionals
    if (!values.help && (file === undefined || more.length > 0)) throw new UsageError(usage)
    return { ...values, file: file ?? '' }
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${error.message}\n\n${usage}`)
    throw error
  }
}

/** Enough for more than a million records of an idle game. */
const maxBytes = 512 * 1024 * 1024

/** A user error on the command line. */
class UsageError extends Error {
  override name = 'UsageError'
}

/** @throws UsageError if the file cannot be read or is not JSON */
async function readJson(path: string): Promise<unknown> {
  const text = await readText(path)
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${path} is not JSON.`)
  }
}

/**
 * Reads published keys and chains of day seeds.
 * @throws UsageError if there is no key
 */
async function readKeys(path: string): Promise<ReturnType<typeof parsePublishedKeys>> {
  const published = parsePublishedKeys(await readJson(path))
  if (published.publicKeys.length === 0) throw new UsageError(`${path} holds no public Ed25519 key.`)
  return published
}

async function readText(path: string): Promise<string> {
  try {
    if ((await stat(path)).size > maxBytes) throw new UsageError(`${path} is too large.`)
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The findings below a title line per record; for a list, only the failed ones. */
function formatReport(documents: readonly unknown[], findings: readonly (readonly Finding[])[]): string {
  const all = findings.flat()
  if (all.length === 0) return 'There is no record in this file.'
  const isList = documents.length > 1
  const sections = documents.map((document, index) => {
    const own = findings[index] ?? []
    const visible = isList ? own.filter(({ ok }) => !ok) : own
    return [titleOf(document), ...visible.map(lineOf)].join('\n')
  })
  return [...sections, '', verdictOf(all)].join('\n')
}

function titleOf(document: unknown): string {
  const { data } = DrawDocument.safeParse(document)
  return data ? `Draw ${data.record.sequence}, ${data.record.drawId}, result ${data.record.result}` : 'Not a record'
}

const lineOf = ({ ok, name, text }: Finding) => `  ${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(12)}  ${text}`

function verdictOf(all: readonly Finding[]): string {
  const failed = all.filter(({ ok }) => !ok).length
  if (failed === 0) return `All ${all.length} findings hold.`
  return `${failed} of ${all.length} findings ${failed === 1 ? 'does' : 'do'} not hold.`
}
