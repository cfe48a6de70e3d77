import { DrawDocument } from '@cascade/contracts/live'
import type { Finding } from '../verify/finding'

/** Findings in words, those of each record below its name, and what they come to. */
export function report(documents: readonly unknown[], findings: readonly (readonly Finding[])[]): string {
  const all = findings.flat()
  const failed = all.filter(({ ok }) => !ok).length
  const verdict =
    all.length === 0
      ? 'There is no record in this file.'
      : failed === 0
        ? `All ${all.length} findings hold.`
        : `${failed} of ${all.length} findings ${failed === 1 ? 'does' : 'do'} not hold.`
  return [...documents.map((document, index) => section(document, findings[index] ?? [])), verdict].join('\n\n')
}

function section(document: unknown, findings: readonly Finding[]): string {
  const { data } = DrawDocument.safeParse(document)
  const title = data ? `Draw ${data.record.drawId}, result ${data.record.result}` : 'Not a record'
  return [
    title,
    ...findings.map(({ ok, name, text }) => `  ${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(11)}  ${text}`),
  ].join('\n')
}
