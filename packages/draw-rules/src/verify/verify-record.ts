import { DrawDocument, type PublicJwk, type SealedRecord, type SeedChain } from '@cascade/contracts/live'
import { chainFinding, startFinding } from './chain-finding'
import { dayFinding } from './day-finding'
import { type Finding, finding } from './finding'
import { recomputedFindings } from './recomputed-findings'
import { sealFindings } from './seal-findings'

export type VerifyOptions = {
  /** Published keys. Without them the signature is checked against the key that the document brings along. */
  publicKeys?: readonly PublicJwk[]
  /** The record before in the chain of this game below this admin. */
  previous?: Pick<SealedRecord, 'record' | 'hash'>
  /** The commitment that was shown before the draw, as hex. */
  commitment?: string
  /** Published chains of day seeds. Without them the day's seed is not looked at. */
  seeds?: readonly SeedChain[]
}

/**
 * Checks a draw with nothing but its document: whether it is whole, by whom it was signed, and whether everything that
 * it says follows from stakes, balance and seed. Never throws: a document that is none is a finding.
 * @param document parsed JSON, see `DrawDocument`
 */
export function verifyRecord(
  document: unknown,
  { publicKeys, previous, commitment, seeds }: VerifyOptions = {},
): Finding[] {
  const parsed = DrawDocument.safeParse(document)
  if (!parsed.success) return [shapeFinding(parsed.error.issues)]
  const { record } = parsed.data
  return [
    shapeFinding(),
    ...sealFindings(parsed.data, publicKeys),
    ...recomputedFindings(parsed.data),
    ...(commitment === undefined ? [] : [publishedFinding(record.commitment, commitment)]),
    ...(seeds && record.format !== 'cascade.draw.v1' ? [dayFinding(record, seeds)] : []),
    previous ? chainFinding(record, previous) : startFinding(record),
  ]
}

type Issue = { path: PropertyKey[]; message: string; errors?: readonly (readonly Issue[])[] }

/** Of the two versions of a document, what is wrong with it as one of today's. */
function shapeFinding(issues: readonly Issue[] = []): Finding {
  const [first] = issues[0]?.errors?.[0] ?? issues
  const otherwise = `This is no record of a draw: ${first?.path.map(String).join('.') ?? ''} ${first?.message ?? ''}`
  return finding('shape', first === undefined, 'It is a complete record of a draw.', otherwise)
}

const publishedFinding = (own: string, shown: string): Finding =>
  finding(
    'commitment',
    own === shown.trim().toLowerCase(),
    'The commitment is the one that was shown before the draw.',
    'The commitment that was shown before the draw is another.',
  )
