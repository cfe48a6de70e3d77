import {
  businessDay,
  type Cut,
  type Fact,
  type FactPage,
  invalid,
  type Paging,
  type Part,
  pastMoment,
} from '@cascade/service-kit'

export type TimeQuery = {
  date?: string | undefined
  order?: 'asc' | 'desc' | undefined
  page?: number | undefined
  size?: number | undefined
  until?: string | undefined
  asOf?: string | undefined
}

/** What a list in the order of time needs to know of its facts: how one is named for `until`, and found by that name. */
export type TimeList<F extends Fact> = {
  ordinalOf: (id: string) => Promise<number | undefined>
  idAt: (ordinal: number) => Promise<string | undefined>
  read: (within: Pick<Part, 'day' | 'until'>, paging: Paging) => Promise<FactPage<F>>
}

/** A page as the contract of such lists has it. @throws AppError VALIDATION for a moment to come or an unknown row. */
export async function pageOfTime<F extends Fact>(
  list: TimeList<F>,
  { date, order, page, size, until, asOf }: TimeQuery,
  { zone, now }: { zone: string; now: () => Date },
) {
  const at = pastMoment(asOf, now())
  const cut = at ? { at, day: businessDay(at, zone) } : until ? await rowOf(list, until) : undefined
  const within = { day: date || undefined, until: cut ? [cut] : [] }
  const { rows, total, searched, newest } = await list.read(within, { order, page, size })
  const keepsByItself = asOf || until || newest === undefined
  return { rows, total, until: keepsByItself ? until : await list.idAt(newest), asOf, searched }
}

async function rowOf<F extends Fact>(list: TimeList<F>, id: string): Promise<Cut> {
  const ordinal = await list.ordinalOf(id)
  if (ordinal === undefined) throw invalid('There is no such row.', 'until')
  return { ordinal }
}
