import { type Paging, toPageWindow } from './page'

export type Ref = number | string

export type Match = Readonly<Record<string, unknown>>

export type Day = { day: string; count: number; last?: Ref; open?: readonly Ref[] }

/** Positions `from` to `to` - 1 of a day, oldest first. */
export type Slice = Day & { from: number; to: number }

/** Rows by business day, each day in order of time; append-only. */
export type DayList<T extends { at: Date }> = {
  days: (from: string, to: string) => Promise<Day[]>
  /** Refs of all slices, each oldest first, in one read. */
  refs: (slices: readonly Slice[]) => Promise<Ref[][]>
  rows: (refs: readonly Ref[]) => Promise<T[]>
  matching: (refs: readonly Ref[], match: Match) => Promise<Ref[]>
}

type Cut = { ordinal: number } | { at: Date; day: string }

export type Part = {
  day?: string | undefined
  from?: string | undefined
  to?: string | undefined
  after?: Cut | undefined
  until?: readonly Cut[] | undefined
  /** Not indexed: searched in the newest rows only. */
  match?: Match | undefined
}

type Span = Slice & Pick<Part, 'match'>

export type ListPage<T> = {
  rows: T[]
  total: number
  /** Newest row number: cut there, further pages stay stable. */
  newest: number | undefined
  /** Present if only the newest `rows` of `of` rows were searched. */
  searched: { rows: number; of: number } | undefined
}

/** Limits of a search for a condition: rows in total, and rows per read. */
const scanLimitDefault = 50_000
const scanBatchSize = 1_000
const blockSize = 256

/** Reads one page of a list, newest first unless `order` is `asc`. Within a day, the parts follow each other. */
export async function readPage<T extends { at: Date }>(
  list: DayList<T>,
  parts: readonly Part[],
  paging: Paging,
  options?: { mostScanned?: number },
): Promise<ListPage<T>> {
  const { refs, ...page } = await readRefs(list, parts, paging, options)
  return { rows: await list.rows(refs), ...page }
}

/** Like `readPage`, without the rows. */
export async function readRefs<T extends { at: Date }>(
  list: DayList<T>,
  parts: readonly Part[],
  paging: Paging,
  { mostScanned = scanLimitDefault }: { mostScanned?: number } = {},
): Promise<Omit<ListPage<T>, 'rows'> & { refs: Ref[] }> {
  const spans = await spansOf(list, parts)
  const newest = spans.length === 0 ? undefined : Math.max(...spans.map(({ last }) => Number(last)))
  const { from, count } = toPageWindow(paging, { plain: 1_000 })
  const newestFirst = paging.order !== 'asc'
  if (parts.some(({ match }) => match)) {
    const { refs, searched } = await search(list, spans, mostScanned)
    if (!newestFirst) refs.reverse()
    return { refs: refs.slice(from, from + count), total: refs.length, newest, searched }
  }
  const found = await list.refs(selectSlices(spans, from, count, newestFirst))
  const refs = found.flatMap(slice => (newestFirst ? slice.toReversed() : slice))
  return { refs, total: totalOf(spans), newest, searched: undefined }
}

const firstOf = ({ day, from }: Part) => day ?? from ?? '0000-00-00'
const lastOf = ({ day, to }: Part) => day ?? to ?? '9999-99-99'

async function spansOf<T extends { at: Date }>(list: DayList<T>, parts: readonly Part[]): Promise<Span[]> {
  const from = parts.map(firstOf).reduce((a, b) => (a < b ? a : b), '9999-99-99')
  const to = parts.map(lastOf).reduce((a, b) => (a > b ? a : b), '0000-00-00')
  const days = await list.days(from, to)
  const spans = parts.flatMap(part =>
    days.filter(({ day }) => day >= firstOf(part) && day <= lastOf(part)).map(day => between(list, day, part)),
  )
  return (await Promise.all(spans))
    .filter(span => span.to > span.from)
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

async function between<T extends { at: Date }>(
  list: DayList<T>,
  day: Day,
  { after, until = [], match }: Part,
): Promise<Span> {
  const from = after ? await countUntil(list, day, after) : 0
  const ends = await Promise.all(until.map(cut => countUntil(list, day, cut)))
  return { ...day, from, to: Math.max(from, Math.min(day.count, ...ends)), match }
}

/** Number of a day's rows up to the cut. Binary search: within a day row numbers and times increase. */
async function countUntil<T extends { at: Date }>(list: DayList<T>, day: Day, cut: Cut): Promise<number> {
  if ('ordinal' in cut ? Number(day.last) <= cut.ordinal : day.day < cut.day) return day.count
  if ('day' in cut && day.day > cut.day) return 0
  const blocks = new Map<number, Promise<Ref[][]>>()
  const refAt = async (position: number) => {
    const from = Math.floor(position / blockSize) * blockSize
    const refs = blocks.get(from) ?? list.refs([{ ...day, from, to: Math.min(from + blockSize, day.count) }])
    blocks.set(from, refs)
    return (await refs)[0]?.[position - from]
  }
  const isBefore = async (position: number) => {
    const ref = await refAt(position)
    if (ref === undefined) return false
    if ('ordinal' in cut) return Number(ref) <= cut.ordinal
    const [row] = await list.rows([ref])
    return row !== undefined && row.at <= cut.at
  }
  let low = 0
  let high = day.count
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (await isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** Slices of the spans that hold `count` rows after `skip`, in display order. */
export function selectSlices<S extends { from: number; to: number }>(
  spans: readonly S[],
  skip: number,
  count: number,
  newestFirst: boolean,
): S[] {
  const slices: S[] = []
  let before = skip
  let missing = count
  for (const span of newestFirst ? spans.toReversed() : spans) {
    if (missing === 0) break
    const size = span.to - span.from
    if (before >= size) {
      before -= size
      continue
    }
    const length = Math.min(size - before, missing)
    const from = newestFirst ? span.to - before - length : span.from + before
    slices.push({ ...span, from, to: from + length })
    missing -= length
    before = 0
  }
  return slices
}

const totalOf = (spans: readonly Span[]) => spans.reduce((sum, { from, to }) => sum + to - from, 0)

async function search<T extends { at: Date }>(list: DayList<T>, spans: readonly Span[], mostScanned: number) {
  const of = totalOf(spans)
  const rows = Math.min(of, mostScanned)
  const refs: Ref[] = []
  for (let skip = 0; skip < rows; skip += scanBatchSize) {
    const slices = selectSlices(spans, skip, Math.min(scanBatchSize, rows - skip), true)
    const read = await list.refs(slices)
    const found = slices.map(({ match }, index) => {
      const newest = (read[index] ?? []).toReversed()
      return match ? list.matching(newest, match) : newest
    })
    refs.push(...(await Promise.all(found)).flat())
  }
  return { refs, searched: rows < of ? { rows, of } : undefined }
}
