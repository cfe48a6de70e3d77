import { Worker } from 'node:worker_threads'
import { roleLabels } from '@cascade/contracts'
import { type Schedule, scheduledReportNames } from '@cascade/contracts/reports'
import { buildPaperTable, buildSheet, formatCount, formatDateTime, writeCsv, zoneLabel } from '@cascade/files'
import type { Actor, Days } from '@cascade/service-kit'
import type { ReportTable } from './scheduled-reports'
import { type FileContent, writeContent } from './write-content'

type Report = Pick<Schedule, 'report' | 'query' | 'format'> & {
  table: ReportTable
  days: Days
  by: Actor
  now: Date
}

/** The period in words: one day, or the first and the last. */
export const describeDays = ({ from, to }: Days): string => (from === to ? from : `${from} – ${to}`)

/** @param worker path of the script of `file-worker.ts`; without one a PDF of many rows blocks this process for seconds */
export async function writeFile(
  report: Report,
  { worker, signal }: { worker?: string | undefined; signal: AbortSignal },
): Promise<{ name: string; bytes: Uint8Array }> {
  const { report: id, format, days } = report
  const name = `${id}-${[...new Set([days.from, days.to])].join('_')}.${format}`
  if (format === 'csv') return { name, bytes: new TextEncoder().encode(writeCsv(toSheet(report))) }
  const content = format === 'pdf' ? { paper: toPaper(report) } : { sheet: toSheet(report) }
  return { name, bytes: await (worker ? writeInWorker(worker, content, signal) : writeContent(content)) }
}

function writeInWorker(script: string, content: FileContent, signal: AbortSignal): Promise<Uint8Array> {
  const worker = new Worker(script, { workerData: content })
  const written = new Promise<Uint8Array>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return written.finally(() => worker.terminate())
}

function describeCut({ table: { rows, total } }: Report): string | undefined {
  if (rows.length >= total) return undefined
  return `These are the first ${formatCount(rows.length)} of ${formatCount(total)} rows.`
}

const describeFilter = ({ query }: Report) =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ') || 'No filter'

const describeMoment = (now: Date) => `${formatDateTime(now)} ${zoneLabel(now)}`

function toSheet(report: Report) {
  const { report: id, table, days, by, now } = report
  const note = [describeDays(days), describeFilter(report), describeMoment(now), by.username].join(' · ')
  const extras = { sumLabel: 'Sum', note }
  return buildSheet(scheduledReportNames[id], table.columns, table.rows, describeCut(report), extras)
}

function toPaper(report: Report) {
  const { report: id, table, days, by, now } = report
  const rows = formatCount(table.rows.length)
  return {
    format: 'a4' as const,
    title: scheduledReportNames[id],
    about: describeDays(days),
    facts: [
      ['Filter', describeFilter(report)],
      ['Rows', describeCut(report) ?? rows],
      ['For', `${by.username} (${roleLabels[by.role]})`],
      ['Written at', describeMoment(now)],
    ] as const,
    figures: [],
    tables: [buildPaperTable(table.columns, table.rows, 'Sum')],
    signing: [],
    pageText: 'Page {page} of {pages}',
  }
}
