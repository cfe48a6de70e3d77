import { DrawDocument, type PublicJwk } from '@cascade/contracts/live'
import type { Finding } from './finding'
import { verifyRecord } from './verify-record'

/**
 * Checks documents of one chain in their order, each by itself and as the one after the one before.
 * @returns the findings of each, in the same order.
 */
export function verifyChain(documents: readonly unknown[], publicKeys?: readonly PublicJwk[]): Finding[][] {
  return documents.map((document, index) => {
    const before = index === 0 ? undefined : DrawDocument.safeParse(documents[index - 1]).data
    return verifyRecord(document, { ...(publicKeys && { publicKeys }), ...(before && { previous: before }) })
  })
}
