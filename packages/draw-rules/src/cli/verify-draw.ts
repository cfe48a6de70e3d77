import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { verifyChain } from '../verify/verify-chain'
import { verifyRecord } from '../verify/verify-record'
import { readJson, readKeys, UsageError } from './read-files'
import { report } from './report'

const usage = `Checks the record of a draw, or a list of records that follow each other.

  npm run verify-draw -- record.json [--key public.json] [--commitment <hex>]

  --key         the published keys: a JSON Web Key, or a set of them
  --commitment  what was shown before the draw, for a single record

Exit code 0: everything holds; 1: something does not; 2: the files could not be read.`

export type Verdict = { code: 0 | 1 | 2; text: string }

/** @param folder from which relative paths start */
export async function verifyDraw(args: readonly string[], folder: string): Promise<Verdict> {
  try {
    const { file, key, commitment, help } = readArguments(args)
    if (help) return { code: 0, text: usage }
    const content = await readJson(resolve(folder, file))
    const publicKeys = key === undefined ? undefined : await readKeys(resolve(folder, key))
    const documents: readonly unknown[] = Array.isArray(content) ? content : [content]
    const findings =
      documents.length === 1
        ? [verifyRecord(documents[0], { ...(publicKeys && { publicKeys }), ...(commitment && { commitment }) })]
        : verifyChain(documents, publicKeys)
    const holds = findings.length > 0 && findings.flat().every(({ ok }) => ok)
    return { code: holds ? 0 : 1, text: report(documents, findings) }
  } catch (error) {
    if (error instanceof UsageError) return { code: 2, text: error.message }
    throw error
  }
}

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { key: { type: 'string' }, commitment: { type: 'string' }, help: { type: 'boolean' } },
    })
    const [file, ...more] = positionals
    if (!values.help && (file === undefined || more.length > 0)) throw new UsageError(usage)
    return { ...values, file: file ?? '' }
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${error.message}\n\n${usage}`)
    throw error
  }
}
