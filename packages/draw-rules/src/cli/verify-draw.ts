import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DrawDocument } from '@cascade/contracts/live'
import type { Finding } from '../verify/finding'
import { extractProof, type ParsedDraw, parseDocuments } from '../verify/parse-documents'
import { verifyChain, verifyVersions } from '../verify/verify-chain'
import { type VerifyOptions, verifyRecord } from '../verify/verify-record'
import { verifyTicket } from '../verify/verify-ticket'
import { readJson, readKeys, UsageError } from './read-files'
import { formatReport } from './report'

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
