import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { read, utils, type WorkSheet } from 'xlsx'

export async function save(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

export type Cell = { t: string; v: string | number; z?: string; f?: string } | undefined
export type OpenedSheet = {
  sheets: string[]
  header: unknown[]
  widths: (number | undefined)[]
  rows: Cell[][]
}

export function openWorkbook(bytes: Buffer): OpenedSheet {
  const book = read(bytes, { cellStyles: true, cellNF: true, cellFormula: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] as WorkSheet
  const range = utils.decode_range(sheet['!ref'] ?? 'A1')
  const columns = Array.from({ length: range.e.c + 1 }, (_, index) => index)
  const row = (r: number) => columns.map(c => sheet[utils.encode_cell({ r, c })] as Cell)
  return {
    sheets: book.SheetNames,
    header: row(0).map(cell => cell?.v),
    // Excel stores slightly more than the requested width.
    widths: (sheet['!cols'] ?? []).map(column => column?.wch),
    rows: Array.from({ length: range.e.r }, (_, index) => row(index + 1)),
  }
}

export function parseCsv(text: string): string[][] {
  const book = read(text.replace(/^\ufeff/, ''), { type: 'string', raw: true })
  return utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] as WorkSheet, { header: 1, defval: '' })
}

/** A text on a page, in points from the left and top edges. */
type Printed = { text: string; left: number; right: number; top: number }
export type PrintedPage = { width: number; height: number; texts: Printed[] }

/** Reads the texts of a PDF and their positions. */
export async function openPdf(bytes: Buffer): Promise<PrintedPage[]> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const document = await getDocument({ data: new Uint8Array(bytes) }).promise
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1)
  return Promise.all(
    numbers.map(async number => {
      const page = await document.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      const { items } = await page.getTextContent()
      const texts = items.flatMap(item => {
        if (!('str' in item) || item.str.trim() === '') return []
        const [left = 0, bottom = 0] = item.transform.slice(4) as number[]
        return [{ text: item.str, left, right: left + item.width, top: height - bottom }]
      })
      return { width, height, texts }
    }),
  )
}
