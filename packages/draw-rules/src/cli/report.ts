import { DrawDocument } from '@cascade/contracts/live'
import type { Finding } from '../verify/finding'

/** The findings below a title line per record; for a list, only the failed ones. */
export function formatReport(documents: readonly unknown[], findings: readonly (readonly Finding[])[]): string {
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
