import { type Sheet, writeCsv } from '@cascade/files'

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** `csv;`: semicolons and decimal commas, as spreadsheets expect in many countries. */
export type FileFormat = 'xlsx' | 'csv' | 'csv;'

export async function makeFile(sheet: Sheet, format: FileFormat, signal: AbortSignal): Promise<Blob> {
  if (format !== 'xlsx') return new Blob([writeCsv(sheet, format)], { type: 'text/csv;charset=utf-8' })
  const bytes = typeof Worker === 'undefined' ? await writeHere(sheet) : await writeInWorker(sheet, signal)
  return new Blob([bytes], { type: xlsxType })
}

async function writeHere(sheet: Sheet): Promise<ArrayBuffer> {
  const { writeXlsx } = await import('@cascade/files/xlsx')
  return writeXlsx(sheet)
}

/** Compressing 50 000 rows takes seconds and must not freeze the tab. */
const writeInWorker = (sheet: Sheet, signal: AbortSignal) =>
  runWorker(new Worker(new URL('./xlsx.worker.ts', import.meta.url)), sheet, signal)

/** Returns the bytes that a worker answers; a text answer is its error message. */
export function runWorker(worker: Worker, message: unknown, signal: AbortSignal): Promise<ArrayBuffer> {
  const done = new Promise<ArrayBuffer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) =>
      typeof data === 'string' ? reject(new Error(data)) : resolve(data)
    worker.onerror = event => reject(new Error(event.message || 'The file could not be written'))
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.postMessage(message)
  })
  return done.finally(() => worker.terminate())
}
