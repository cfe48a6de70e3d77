/** Query of a list call, see `ListQuery` of the contracts; filters are further parameters. */
export type ListParams = {
  page: number
  size: number
  sort?: string
  order?: 'asc' | 'desc'
  q?: string
  [filter: string]: string | number | undefined
}

export type ListDefaults<F extends string> = {
  size?: number
  sort?: string
  order?: 'asc' | 'desc'
  /** Further parameters with their defaults; '' means "no filter". */
  filters?: Readonly<Record<F, string>>
  takesAsOf?: boolean
}

export type ListValues<F extends string> = {
  page: number
  size: number
  sort: string
  order: 'asc' | 'desc'
  q: string
  filters: Record<F, string>
}

export const pageSizes = [10, 20, 50, 100, 1000] as const

/** Parses a list's state from the address; missing or invalid values are defaults. */
export function readListValues<F extends string>(search: URLSearchParams, defaults: ListDefaults<F>): ListValues<F> {
  const names = Object.keys(defaults.filters ?? {}) as F[]
  const size = Number(search.get('size'))
  const order = search.get('order')
  return {
    page: Math.max(1, Math.floor(Number(search.get('page')) || 1)),
    size: (pageSizes as readonly number[]).includes(size) ? size : (defaults.size ?? 10),
    sort: search.get('sort') ?? defaults.sort ?? '',
    order: order === 'asc' || order === 'desc' ? order : (defaults.order ?? 'asc'),
    q: search.get('q') ?? '',
    filters: Object.fromEntries(
      names.map(name => [name, search.get(name) ?? defaults.filters?.[name] ?? '']),
    ) as Record<F, string>,
  }
}

/** Writes a list's state into the address: defaults are omitted, other parameters preserved. */
export function writeListValues<F extends string>(
  search: URLSearchParams,
  values: ListValues<F>,
  defaults: ListDefaults<F>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  const put = (name: string, value: string, defaultValue: string) =>
    value === defaultValue ? next.delete(name) : next.set(name, value)
  put('page', String(values.page), '1')
  put('size', String(values.size), String(defaults.size ?? 10))
  put('sort', values.sort, defaults.sort ?? '')
  put('order', values.sort ? values.order : (defaults.order ?? 'asc'), defaults.order ?? 'asc')
  put('q', values.q, '')
  for (const name of Object.keys(values.filters) as F[]) put(name, values.filters[name], defaults.filters?.[name] ?? '')
  return next
}

/** Converts list values to the query of a list call; empty ones are omitted. */
export function listParamsOf<F extends string>({ page, size, sort, order, q, filters }: ListValues<F>): ListParams {
  const params: ListParams = { page, size }
  if (sort) Object.assign(params, { sort, order })
  if (q) params.q = q
  for (const [name, value] of Object.entries<string>(filters)) if (value) params[name] = value
  return params
}
