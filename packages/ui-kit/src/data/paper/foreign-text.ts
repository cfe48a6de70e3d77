import type { ForeignText } from '@cascade/files/pdf'
import type { jsPDF } from 'jspdf'
import type { CellHookData } from 'jspdf-autotable'

/**
 * Text in scripts that the PDF font lacks or that need shaping (Arabic, Devanagari, Chinese, emoji) is drawn as an
 * image with the reader's system fonts: no missing glyphs, no downloads.
 */
export const foreignText: ForeignText = { makeRoom, drawCell, drawLine }

const ownScripts = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u
const lineHeight = 1.25
const mmPerPoint = 25.4 / 72
const pxPerPoint = 4

function isForeign(doc: jsPDF, text: string): boolean {
  if (typeof OffscreenCanvas === 'undefined') return false
  const glyphOf = (sign: string): number => doc.getFont().metadata.characterToGlyph(sign.codePointAt(0))
  return !ownScripts.test(text) || [...text].some(sign => sign > '~' && glyphOf(sign) === 0)
}

type Style = { fontSize: number; style: string; color: string }

function createCanvas({ fontSize, style, color }: Style, widthPx = 1, heightPx = 1) {
  const canvas = new OffscreenCanvas(Math.max(1, Math.ceil(widthPx)), Math.max(1, Math.ceil(heightPx)))
  const brush = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  brush.font = `${style === 'bold' ? '600 ' : ''}${fontSize * pxPerPoint}px "Noto Sans", sans-serif`
  brush.fillStyle = color
  brush.textBaseline = 'middle'
  return { canvas, brush }
}

const linesByCell = new WeakMap<CellHookData['cell'], string[]>()

/** Replaces the text of a cell by space for its image. */
function makeRoom(doc: jsPDF, { cell }: CellHookData): void {
  const text = cell.text.join(' ').normalize('NFC')
  if (!isForeign(doc, text)) return
  const { cellWidth, fontSize } = cell.styles
  const roomMm = (typeof cellWidth === 'number' ? cellWidth : 40) - cell.padding('horizontal')
  const lines = wrapLines(text, styleOf(cell), (roomMm / mmPerPoint) * pxPerPoint)
  linesByCell.set(cell, lines)
  cell.text = ['']
  cell.styles.minCellHeight = lines.length * fontSize * lineHeight * mmPerPoint + cell.padding('vertical')
}

function wrapLines(text: string, style: Style, roomPx: number): string[] {
  const { brush } = createCanvas(style)
  const lines = ['']
  const words = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)
  for (const { segment } of words) {
    const longer = `${lines.at(-1)}${segment}`
    if (brush.measureText(longer).width <= roomPx || lines.at(-1) === '') lines[lines.length - 1] = longer
    else lines.push(segment.trimStart())
  }
  return lines
}

const styleOf = ({ styles }: CellHookData['cell']): Style => ({
  fontSize: styles.fontSize,
  style: styles.fontStyle,
  color: String(styles.textColor),
})

function drawCell(doc: jsPDF, { cell }: CellHookData): void {
  const lines = linesByCell.get(cell)
  if (!lines) return
  const heightMm = cell.styles.fontSize * lineHeight * mmPerPoint
  const { x, y } = cell
  const align = cell.styles.halign === 'right' ? 'right' : 'left'
  const edge = align === 'right' ? x + cell.width - cell.padding('right') : x + cell.padding('left')
  for (const [at, line] of lines.entries())
    drawPicture(doc, line, { x: edge, top: y + cell.padding('top') + at * heightMm, align, ...styleOf(cell) })
}

type Line = Style & { x: number; y: number; align: 'left' | 'right' }

/** Returns whether the text was drawn as an image; `y` is the baseline. */
function drawLine(doc: jsPDF, text: string, { y, ...line }: Line): boolean {
  if (!isForeign(doc, text)) return false
  drawPicture(doc, text.normalize('NFC'), { ...line, top: y - line.fontSize * mmPerPoint * 0.95 })
  return true
}

function drawPicture(doc: jsPDF, text: string, { x, top, align, ...style }: Omit<Line, 'y'> & { top: number }): void {
  const widthPx = createCanvas(style).brush.measureText(text).width + 2
  const heightPx = style.fontSize * lineHeight * pxPerPoint
  const { canvas, brush } = createCanvas(style, widthPx, heightPx)
  // jsPDF renders transparency as black.
  brush.fillStyle = '#fff'
  brush.fillRect(0, 0, canvas.width, canvas.height)
  brush.fillStyle = style.color
  brush.fillText(text, 1, heightPx / 2)
  const { data, width, height } = brush.getImageData(0, 0, canvas.width, canvas.height)
  const [widthMm, heightMm] = [width, height].map(px => (px / pxPerPoint) * mmPerPoint) as [number, number]
  const left = align === 'right' ? x - widthMm : x
  doc.addImage({ data, width, height }, 'RGBA', left, top, widthMm, heightMm, undefined, 'FAST')
}
