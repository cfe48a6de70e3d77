import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DrawDocument } from '@cascade/contracts/live'
import type { Finding } from '../verify/finding'
import { proofIn, type ReadDraw, readDocuments } from '../verify/read-documents'
import { verifyChain, verifyVersions } from '../verify/verify-chain'
import { type VerifyOptions, verifyRecord } from '../verify/verify-record'
import { verifyTicket } from '../verify/verify-ticket'
import { readJson, readKeys, UsageError } from './read-files'
import { report } from './report'

const usage = `Checks the record of a draw, or a list of records that follow each other.

  npm run verify-draw -- record.json [--key public.json] [--commitment <hex>] [--ticket ticket.json]

  record.json   a record, a list of them, or what GET /live/record/<drawId>?ticketId=<ticketId>
                answers as it is
  --key         the published keys: what GET /live/keys answers as it is, a JSON Web Key, a list or a set of them
  --commitment  what was shown before the draw, for a single record
  --ticket      the proof of a ticket, bare or as the API answers it: was it in the draw?

Exit code 0: everything holds; 1: something does not; 2: the files could not be read.`

export type Verdict = { code: 0 | 1 | 2; text: string }

/** @param folder from which relative paths start */
export async function verifyDraw(args: readonly string[], folder: string): Promise<Verdict> {
  try {
    const { file, key, commitment, ticket, help } = readArguments(args)
    if (help) return { code: 0, text: usage }
    const read = readDocuments(await readJson(resolve(folder, file)))
    const published = key === undefined ? {} : await readKeys(resolve(folder, key))
    const findings = findingsOf(read, { ...published, ...(commitment && { commitment }) })
    const proof = ticket === undefined ? undefined : proofIn(await readJson(resolve(folder, ticket)))
    if (ticket !== undefined) findings.at(-1)?.push(ticketFinding(read.documents.at(-1), proof))
    const holds = findings.length > 0 && findings.flat().every(({ ok }) => ok)
    return { code: holds ? 0 : 1, text: report(read.documents, findings) }
  } catch (error) {
    if (error instanceof UsageError) return { code: 2, text: error.message }
    throw error
  }
}

/** A list is a chain; of one draw the API answers the versions. Chains of day seeds that are given win over its own. */
function findingsOf({ documents, ofDraw }: ReadDraw, options: VerifyOptions): Finding[][] {
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
