export type PastedTable = { columns: string[]; rows: { line: number; cells: string[] }[] }

/** Inverse of `parseTable`, with tabs. */
export const formatTable = (rows: readonly (readonly string[])[]): string =>
  rows.map(cells => cells.map(quoteCell).join('\t')).join('\n')

const quoteCell = (cell: string) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** In order of preference: spreadsheets copy tabs; with semicolons as separators, numbers may contain commas. */
const separators = ['\t', ';', ','] as const

/**
 * Parses rows copied from a spreadsheet or CSV file. The first line is a heading if `isHeading` accepts it, else the
 * columns are `standard`. Line numbers start at 1; empty lines are counted but skipped.
 */
export function parseTable(
  text: string,
  defaultColumns: readonly string[],
  isHeading: (cells: readonly string[]) => boolean,
): PastedTable {
  const readings = separators.map(each =>
    parseRecords(text, each).filter(({ cells }) => cells.some(cell => cell !== '')),
  )
  const withHeading = readings.find(([first]) => first !== undefined && isHeading(first.cells))
  const lines = withHeading ?? pickLikeliest(readings, defaultColumns.length)
  const [first] = lines
  return {
    columns: withHeading ? (first?.cells ?? []) : [...defaultColumns],
    rows: withHeading ? lines.slice(1) : lines,
  }
}

/** Without a heading: tabs if present, else the separator that comes closest to the expected column count. */
function pickLikeliest(readings: PastedTable['rows'][], columns: number): PastedTable['rows'] {
  const cellsOf = (reading: PastedTable['rows'] = []) => reading[0]?.cells.length ?? 0
  const [tabs = [], ...others] = readings
  if (cellsOf(tabs) > 1) return tabs
  const distance = (reading: PastedTable['rows']) => Math.abs(columns - cellsOf(reading))
  return others.sort((a, b) => distance(a) - distance(b))[0] ?? tabs
}

/** Quoted cells may contain the separator, line breaks and doubled quotes. */
function parseRecords(text: string, separator: string): PastedTable['rows'] {
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
