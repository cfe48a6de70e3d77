import { DrawDocument, type PublicJwk, type SealedRecord, type SeedChain } from '@cascade/contracts/live'
import { chainFinding, earlierFinding, type RecordBefore, startFinding } from './chain-findings'
import { consistencyFindings } from './consistency-findings'
import { dayFinding } from './day-finding'
import { type Finding, finding } from './finding'
import { recomputedFindings } from './recomputed-findings'
import { sealFindings } from './seal-findings'

export type VerifyOptions = {
  /** Published keys. Without them the signature is checked against the key in the document. */
  publicKeys?: readonly PublicJwk[]
  /** The preceding record of the chain. */
  previous?: RecordBefore
  /** The version that this one corrects. */
  earlier?: Pick<SealedRecord, 'record' | 'confidential'>
  /** The commitment published before the draw, as hex. */
  commitment?: string
  /** Published chains of day seeds. Without them the day seed is not checked. */
  seeds?: readonly SeedChain[]
}

/**
 * Verifies a draw from its document alone: completeness, signature, and that everything follows from the inputs. Never
 * throws; malformed input is reported as a finding.
 * @param document parsed JSON, see `DrawDocument`
 * @example
 * const faults = verifyRecord(document, { publicKeys, seeds }).filter(({ ok }) => !ok)
 */
export function verifyRecord(
  document: unknown,
  { publicKeys, previous, earlier, commitment, seeds }: VerifyOptions = {},
): Finding[] {
  const parsed = DrawDocument.safeParse(document)
  if (!parsed.success) return [shapeFinding(parsed.error.issues)]
  const { record } = parsed.data
  return [
    shapeFinding(),
    ...sealFindings(parsed.data, publicKeys),
    ...consistencyFindings(parsed.data),
    dayFinding(record, seeds),
    ...recomputedFindings(parsed.data),
    ...(commitment === undefined ? [] : [publishedFinding(record.commitment, commitment)]),
    ...(earlier ? [earlierFinding(parsed.data, earlier)] : []),
    previous ? chainFinding(parsed.data, previous) : startFinding(record),
  ]
}

type Issue = { path: PropertyKey[]; message: string }

function shapeFinding(issues: readonly Issue[] = []): Finding {
  const [first] = issues
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

/**
 * Verifies the documents of one chain in order: each on its own, against its predecessor, and against earlier versions
 * of its draw in the list.
 * @returns the findings of each document, in the same order
 */
export function verifyChain(
  documents: readonly unknown[],
  options: Pick<VerifyOptions, 'publicKeys' | 'seeds'> = {},
): Finding[][] {
  const newest = new Map<string, DrawDocument>()
  let before: DrawDocument | undefined
  let lastDrawAt = ''
  return documents.map(document => {
    const parsed = DrawDocument.safeParse(document).data
    const earlier = parsed && parsed.record.resultVersion > 1 ? newest.get(parsed.record.drawId) : undefined
    const findings = verifyRecord(document, {
      ...options,
      ...(before && { previous: before }),
      ...(earlier && { earlier }),
    })
    if (parsed) {
      const { drawId, drawAt, resultVersion } = parsed.record
      if (resultVersion === 1 && drawAt <= lastDrawAt)
        findings.push(finding('chain', false, '', 'A later draw of the list comes before it.'))
      if (resultVersion === 1) lastDrawAt = drawAt
      newest.set(drawId, parsed)
    }
    before = parsed
    return findings
  })
}

/**
 * Verifies the versions of one draw, oldest first: each on its own and against the version it corrects.
 * @param options `previous` is the record that precedes the first version
 * @returns the findings of each document, in the same order
 */
export function verifyVersions(
  documents: readonly unknown[],
  { previous, ...shared }: Omit<VerifyOptions, 'earlier'> = {},
): Finding[][] {
  return documents.map((document, index) => {
    if (index === 0) return verifyRecord(document, { ...shared, ...(previous && { previous }) })
    const earlier = DrawDocument.safeParse(documents[index - 1]).data
    return verifyRecord(document, { ...shared, ...(earlier && { earlier }) })
  })
}
