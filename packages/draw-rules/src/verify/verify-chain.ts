import { DrawDocument } from '@cascade/contracts/live'
import { type Finding, finding } from './finding'
import { type VerifyOptions, verifyRecord } from './verify-record'

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
