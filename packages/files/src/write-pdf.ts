import { jsPDF } from 'jspdf'
import { autoTable, type CellHookData, type RowInput, type UserOptions } from 'jspdf-autotable'
import { cellPaddingMm, computeLayout, type Layout, type Measure, marginMm } from './layout'
import type { Fact, Paper, PaperTable } from './paper'

/** Latin, Greek and Cyrillic with tabular digits. */
export type PaperFonts = { regular: Uint8Array; bold: Uint8Array }

type Line = { x: number; y: number; align: 'left' | 'right'; fontSize: number; style: string; color: string }

/** Draws text in scripts that the fonts lack. */
export type ForeignText = {
  /** Makes room for the text of a cell. */
  makeRoom: (doc: jsPDF, data: CellHookData) => void
  drawCell: (doc: jsPDF, data: CellHookData) => void
  /** Returns whether it has drawn the text; `y` is the baseline. */
  drawLine: (doc: jsPDF, text: string, line: Line) => boolean
}

/** Drawers of the documents that have one. */
const drawers = new WeakMap<jsPDF, ForeignText>()

// Colours of the light screens.
const accent = '#0b6b74'
const ink = '#12242c'
const muted = '#566972'
const line = '#dde5e8'
const shade = '#f3f6f7'
const family = 'Paper'
const footMm = 9
const paddingMm = { horizontal: cellPaddingMm, vertical: 0.9 }

/**
 * Writes a PDF: letterhead, tables with repeated headings, sums, signature lines.
 * @param fonts TrueType files
 */
export function writePdf(paper: Paper, fonts: PaperFonts, foreignText?: ForeignText): ArrayBuffer {
  const doc = new jsPDF({ unit: 'mm', format: paper.format, compress: true })
  if (foreignText) drawers.set(doc, foreignText)
  addFonts(doc, fonts)
  const layout = computeLayout(paper.format, paper.tables, measureIn(doc))
  doc.addPage(paper.format, layout.orientation)
  doc.deletePage(1)
  doc.setProperties({ title: [paper.title, paper.about].filter(Boolean).join(' · '), creator: 'Cascade' })
  let y = drawHead(doc, paper)
  for (const [at, table] of paper.tables.entries()) y = drawTable(doc, table, layout, layout.widths[at] ?? [], y)
  for (const labels of paper.signing) y = drawSigning(doc, labels, y)
  drawFeet(doc, paper)
  return doc.output('arraybuffer')
}

function addFonts(doc: jsPDF, { regular, bold }: PaperFonts): void {
  for (const [style, bytes] of [
    ['normal', regular],
    ['bold', bold],
  ] as const) {
    doc.addFileToVFS(`${style}.ttf`, binaryText(bytes))
    doc.addFont(`${style}.ttf`, family, style, undefined, 'Identity-H')
  }
  doc.setFont(family, 'normal')
}

/** jsPDF expects files as binary strings. */
function binaryText(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  return parts.join('')
}

const measureIn =
  (doc: jsPDF): Measure =>
  (text, style) =>
    doc.setFont(family, style).setFontSize(1).getTextWidth(text)

const rightOf = (doc: jsPDF) => doc.internal.pageSize.getWidth() - marginMm

function drawHead(doc: jsPDF, { title, about, facts, figures }: Paper): number {
  drawBrand(doc)
  const right = rightOf(doc)
  drawText(doc, title, { right, y: marginMm + 5.6, fontSize: fitting(doc, title, 16), style: 'bold' })
  if (about) drawText(doc, about, { right, y: marginMm + 11.4, fontSize: fitting(doc, about, 10.5), color: muted })
  const lineMm = marginMm + (about ? 15 : 11)
  doc.setDrawColor(accent).setLineWidth(0.5).line(marginMm, lineMm, right, lineMm)
  const half = Math.ceil(facts.length / 2)
  const body = facts.slice(0, half).map((fact, at) => [...fact, ...(facts[half + at] ?? ['', ''])])
  const labelMm = Math.max(26, ...facts.map(([name]) => measureIn(doc)(name, 'normal') * 8.5 + 4))
  const valueMm = (right - marginMm) / 2 - labelMm
  const label = { cellWidth: labelMm, textColor: muted }
  const value = { cellWidth: valueMm }
  const y = draw(doc, {
    startY: lineMm + 2.5,
    body,
    styles: { fontSize: 8.5, cellPadding: { horizontal: 0, vertical: 0.6 } },
    columnStyles: { 0: label, 1: { ...value, cellPadding: { left: 0, right: 4, vertical: 0.6 } }, 2: label, 3: value },
  })
  return figures.length === 0 ? y + 4 : drawFigures(doc, figures, y + 3) + 4
}

/** Shrinks text that would overlap the brand. */
function fitting(doc: jsPDF, text: string, fontSize: number): number {
  const brandMm = 50
  const roomMm = rightOf(doc) - marginMm - brandMm
  return fontSize * Math.min(1, roomMm / Math.max(measureIn(doc)(text, 'bold') * fontSize, 1))
}

function drawFigures(doc: jsPDF, figures: readonly Fact[], y: number): number {
  const cellWidth = (rightOf(doc) - marginMm) / figures.length
  const cell = { cellWidth, fillColor: shade, halign: 'left' } as const
  const columnStyles = Object.fromEntries(figures.map((_figure, at) => [at, cell]))
  const label = { fontSize: 7.5, textColor: muted, cellPadding: { horizontal: 3, top: 2, bottom: 0 } }
  const value = { fontSize: 12, fontStyle: 'bold', cellPadding: { horizontal: 3, top: 0.6, bottom: 2 } } as const
  return draw(doc, {
    startY: y,
    body: [
      figures.map(([content]) => ({ content, styles: label })),
      figures.map(([, content]) => ({ content, styles: value })),
    ],
    columnStyles,
  })
}

function drawTable(doc: jsPDF, table: PaperTable, { fontSize }: Layout, widths: readonly number[], y: number): number {
  const { title, columns, rows, sums } = table
  const startY = title === undefined ? y : y + 5
  if (title !== undefined) drawText(doc, title, { left: marginMm, y: y + 2.5, fontSize: 10.5, style: 'bold' })
  const rule = { lineColor: line, lineWidth: { bottom: 0.15 } }
  const end = draw(doc, {
    startY,
    head: [columns.map(column => column.title)],
    body: rows.map(row => [...row]),
    ...(sums ? { foot: [footOf(sums)] } : {}),
    showHead: 'everyPage',
    showFoot: 'lastPage',
    rowPageBreak: 'avoid',
    styles: { fontSize, cellPadding: paddingMm },
    headStyles: { fontStyle: 'bold', textColor: ink, fillColor: shade, valign: 'bottom' },
    bodyStyles: rule,
    footStyles: { fontStyle: 'bold', lineColor: ink, lineWidth: { top: 0.3 } },
    columnStyles: Object.fromEntries(
      columns.map(({ align }, at) => [at, { cellWidth: widths[at] ?? 'auto', halign: align }]),
    ),
    didParseCell: ({ cell, column, section }) => {
      if (section !== 'body') cell.styles.halign = cell.colSpan > 1 ? 'left' : (columns[column.index]?.align ?? 'left')
    },
  })
  return end + 6
}

function footOf([label = '', ...sums]: readonly string[]): RowInput {
  const first = sums.findIndex(sum => sum !== '')
  return first <= 0 ? [label, ...sums] : [{ content: label, colSpan: first + 1 }, ...sums.slice(first)]
}

function drawSigning(doc: jsPDF, labels: readonly string[], y: number): number {
  const bottom = doc.internal.pageSize.getHeight() - marginMm - footMm
  const heightMm = 16
  if (y + heightMm > bottom) doc.addPage()
  const lineMm = y + heightMm > bottom ? marginMm + heightMm : y + heightMm
  const gapMm = 8
  const widthMm = (rightOf(doc) - marginMm - gapMm * (labels.length - 1)) / labels.length
  for (const [at, label] of labels.entries()) {
    const left = marginMm + at * (widthMm + gapMm)
    doc
      .setDrawColor(ink)
      .setLineWidth(0.2)
      .line(left, lineMm, left + widthMm, lineMm)
    drawText(doc, label, { left, y: lineMm + 3.6, fontSize: 7.5, color: muted })
  }
  return lineMm + 4
}

/** Runs last: it needs the page count. */
function drawFeet(doc: jsPDF, { title, about, pageText }: Paper): void {
  const pages = doc.getNumberOfPages()
  const y = doc.internal.pageSize.getHeight() - marginMm
  const right = rightOf(doc)
  const name = ['Cascade', title, about].filter(Boolean).join(' · ')
  for (let page = 1; page <= pages; page++) {
    doc.setPage(page)
    doc
      .setDrawColor(line)
      .setLineWidth(0.15)
      .line(marginMm, y - 4, right, y - 4)
    drawText(doc, name, { left: marginMm, y, fontSize: 7.5, color: muted })
    const number = pageText.replace('{page}', String(page)).replace('{pages}', String(pages))
    drawText(doc, number, { right, y, fontSize: 7.5, color: muted })
  }
}

/** Draws a table without borders on the current page and returns its end. */
function draw(doc: jsPDF, options: UserOptions): number {
  let endMm = 0
  autoTable(doc, {
    theme: 'plain',
    margin: { left: marginMm, right: marginMm, top: marginMm, bottom: marginMm + footMm },
    ...options,
    styles: { font: family, textColor: ink, overflow: 'linebreak', ...options.styles },
    didParseCell: data => {
      options.didParseCell?.(data)
      drawers.get(doc)?.makeRoom(doc, data)
    },
    didDrawCell: (data: CellHookData) => drawers.get(doc)?.drawCell(doc, data),
    didDrawPage: ({ cursor }) => {
      endMm = cursor?.y ?? 0
    },
  })
  return endMm
}

type Place = { y: number; fontSize: number; style?: 'normal' | 'bold'; color?: string } & (
  | { left: number; right?: undefined }
  | { right: number; left?: undefined }
)

function drawText(doc: jsPDF, text: string, { y, fontSize, style = 'normal', color = ink, left, right }: Place): void {
  doc.setFont(family, style).setFontSize(fontSize).setTextColor(color)
  const [align, x] = left === undefined ? (['right', right] as const) : (['left', left] as const)
  if (!drawers.get(doc)?.drawLine(doc, text, { x, y, align, fontSize, style, color })) doc.text(text, x, y, { align })
}

function drawBrand(doc: jsPDF): void {
  const scale = 9 / 32
  const falls = [
    { top: 6.2, bend: 19.6, radius: 6.2, color: accent },
    { top: 14.2, bend: 12.6, radius: 5, color: '#4d969c' },
    { top: 22.2, bend: 5.8, radius: 3.6, color: '#85b5ba' },
  ] as const
  doc.setLineWidth(4.4 * scale).setLineCap('round')
  for (const { top, bend, radius, color } of falls) {
    const r = radius * scale
    // Bézier approximation of a quarter circle.
    const k = r * 0.5523
    const path = [
      [(bend - 4) * scale, 0],
      [k, 0, r, r - k, r, r],
      [0, (26.6 - top - radius) * scale],
    ]
    doc.setDrawColor(color).lines(path, marginMm + 2.2 * scale, marginMm + (top - 4) * scale)
  }
  doc.setLineCap('butt')
  drawText(doc, 'Cascade', { left: marginMm + 11, y: marginMm + 5.9, fontSize: 17, style: 'bold' })
}
