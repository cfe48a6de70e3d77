import { z } from 'zod'
import { answerOf, Done, endpoint, PathId } from '../define'
import type { ExamplesOf } from '../example'
import { tell } from '../tell'
import { nameText } from '../values/text'

/** Maximum saved views per user, over all lists. */
export const viewsPerPerson = 100

/** Name of a list, e.g. `accounts.player`. */
const List = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+){0,4}$/)
  .max(80)
const Name = nameText('A view needs a name.').max(40)
/** Query string of the list, without the page; empty for the default list. */
const Search = z
  .string()
  .max(1000)
  .regex(/^(?:\?[\x21-\x7e]*)?$/, 'Not a query string')

const ViewInput = z.strictObject({ name: Name, search: Search, shared: z.boolean() })

/** A saved view: search, filters, order and page size of a list. */
export const View = z.object({
  _id: z.string(),
  list: z.string(),
  name: z.string(),
  search: z.string(),
  /** Visible to all accounts below its owner. */
  shared: z.boolean(),
  /** Username of the owner: the caller, or an account above. */
  by: z.string(),
  own: z.boolean(),
  /** The caller's default view of this list. */
  isDefault: z.boolean(),
})
export type View = z.infer<typeof View>

/** Beyond the specification. Only its owner can change a shared view. */
export const viewApi = {
  list: endpoint({
    id: 'accounts.view.list',
    domain: 'accounts',
    call: 'GET /views',
    may: 'views.keep',
    summary: "The caller's saved views of all lists, and those shared by accounts above",
    answer: answerOf(z.array(View)),
  }),
  create: endpoint({
    id: 'accounts.view.create',
    domain: 'accounts',
    call: 'POST /views',
    may: 'views.keep',
    tell: tell('View saved', 'saved a view'),
    summary: "Save a view; its name must be unique among the caller's views of the list",
    body: ViewInput.extend({ list: List }),
    answer: answerOf(View),
    creates: true,
  }),
  change: endpoint({
    id: 'accounts.view.change',
    domain: 'accounts',
    call: 'PUT /views/:viewId',
    may: 'views.keep',
    tell: tell('View changed', 'changed a view'),
    summary: "Change one of the caller's views; unsharing takes effect at once",
    params: z.strictObject({ viewId: PathId }),
    body: ViewInput,
    answer: answerOf(View),
  }),
  remove: endpoint({
    id: 'accounts.view.remove',
    domain: 'accounts',
    call: 'DELETE /views/:viewId',
    may: 'views.keep',
    tell: tell('View removed', 'removed a view'),
    summary: "Remove one of the caller's views",
    params: z.strictObject({ viewId: PathId }),
    answer: Done,
  }),
  open: endpoint({
    id: 'accounts.view.open',
    domain: 'accounts',
    call: 'PUT /views/default/:list',
    may: 'views.keep',
    tell: tell('Default view chosen', 'chose a default view'),
    summary: 'Set the default view of a list; null removes it',
    params: z.strictObject({ list: List }),
    body: z.strictObject({ viewId: z.string().max(64).nullable() }),
    answer: Done,
  }),
}

export const viewExamples = (): ExamplesOf<typeof viewApi> => {
  const view: View = {
    _id: 'id-view',
    list: 'accounts.player',
    name: 'Suspended',
    search: '?status=suspended',
    shared: true,
    by: 'admin1',
    own: true,
    isDefault: false,
  }
  return {
    fields: { ...view, viewId: 'id-view' },
    create: { body: { list: view.list, name: view.name, search: view.search, shared: true } },
    change: { body: { shared: false }, answer: { data: { ...view, shared: false } } },
  }
}
