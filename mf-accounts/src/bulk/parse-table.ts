/** A pasted table: cells as text, by column. */
export type PastedTable = { columns: string[]; rows: { line: number; cells: string[] }[] }

/** Separators in the order in which they are believed: a spreadsheet copies tabs. */
const separators = ['\t', ';', ',']

/**
 * Reads rows copied from a spreadsheet or a CSV file. The first line is a heading when `isHeading` says so, else the
 * columns are `standard`. Lines are counted from 1 as they were pasted, empty ones are left out.
 */
export function parseTable(
  text: string,
  standard: readonly string[],
  isHeading: (cells: readonly string[]) => boolean,
): PastedTable {
  const separator = separators.find(each => text.includes(each)) ?? '\t'
  const lines = recordsOf(text, separator).filter(({ cells }) => cells.some(cell => cell !== ''))
  const [first] = lines
  const headed = first !== undefined && isHeading(first.cells)
  return { columns: headed ? first.cells : [...standard], rows: headed ? lines.slice(1) : lines }
}

/** Cells in quotes may hold the separator, line breaks and doubled quotes. */
function recordsOf(text: string, separator: string): PastedTable['rows'] {
  const records: PastedTable['rows'] = []
  let cells: string[] = []
  let cell = ''
  let quoted = false
  let line = 1
  let startedAt = 1
  const endCell = () => {
    cells.push(cell.trim())
    cell = ''
  }
  const endRecord = () => {
    endCell()
    records.push({ line: startedAt, cells })
    cells = []
    startedAt = line + 1
  }
  for (let index = 0; index < text.length; index++) {
    const char = text[index] as string
    if (quoted && char === '"' && text[index + 1] === '"') {
      cell += '"'
      index += 1
    } else if (char === '"' && (quoted || cell.trim() === '')) quoted = !quoted
    else if (quoted) {
      cell += char
      if (char === '\n') line += 1
    } else if (char === separator) endCell()
    else if (char === '\n') {
      endRecord()
      line += 1
    } else if (char !== '\r') cell += char
  }
  endRecord()
  return records
}
