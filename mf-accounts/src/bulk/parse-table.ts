/** A pasted table: cells as text, by column. */
export type PastedTable = { columns: string[]; rows: { line: number; cells: string[] }[] }

/** In this order: a spreadsheet copies tabs, and where cells are parted by semicolons numbers may hold commas. */
const separators = ['\t', ';', ','] as const

/**
 * Reads rows copied from a spreadsheet or a CSV file. The first line is a heading when `isHeading` says so, else the
 * columns are `standard`. Lines are counted from 1 as they were pasted, empty ones are left out.
 */
export function parseTable(
  text: string,
  standard: readonly string[],
  isHeading: (cells: readonly string[]) => boolean,
): PastedTable {
  const readings = separators.map(each => recordsOf(text, each).filter(({ cells }) => cells.some(cell => cell !== '')))
  const headed = readings.find(([first]) => first !== undefined && isHeading(first.cells))
  const lines = headed ?? likeliest(readings, standard.length)
  const [first] = lines
  return { columns: headed ? (first?.cells ?? []) : [...standard], rows: headed ? lines.slice(1) : lines }
}

/** Without a heading: tabs where there are some, else the separator that comes closest to the standard columns. */
function likeliest(readings: PastedTable['rows'][], columns: number): PastedTable['rows'] {
  const cellsOf = (reading: PastedTable['rows'] = []) => reading[0]?.cells.length ?? 0
  const [tabs = [], ...others] = readings
  if (cellsOf(tabs) > 1) return tabs
  const distance = (reading: PastedTable['rows']) => Math.abs(columns - cellsOf(reading))
  return others.sort((a, b) => distance(a) - distance(b))[0] ?? tabs
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
