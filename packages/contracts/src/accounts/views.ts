import { z } from 'zod'
import { answerOf, Done, endpoint, PathId } from '../define'
import type { ExamplesOf } from '../example'
import { tell } from '../tell'
import { nameText } from '../values/text'

/** As many views as one person keeps, of all lists together. */
export const viewsPerPerson = 100

/** Name of a list, e.g. `accounts.player`. */
const List = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+){0,4}$/)
  .max(80)
const Name = nameText('A view needs a name.').max(40)
/** What the address says behind `?`, without the page; empty for the list as it opens. */
const Search = z
  .string()
  .max(1000)
  .regex(/^(?:\?[\x21-\x7e]*)?$/, 'Not the query of an address')

const ViewInput = z.strictObject({ name: Name, search: Search, shared: z.boolean() })

/** A search, filters, order and size of a list under a name. */
export const View = z.object({
  _id: z.string(),
  list: z.string(),
  name: z.string(),
  search: z.string(),
  /** Everybody below its owner sees it. */
  shared: z.boolean(),
  /** Whose it is; somebody above when it is not one's own. */
  by: z.string(),
  own: z.boolean(),
  /** The list opens with it, for the one who asks. */
  isDefault: z.boolean(),
})
export type View = z.infer<typeof View>

/** Beyond the specification: views of lists. What is shared is seen by everybody below, and changed by its owner. */
export const viewApi = {
  list: endpoint({
    id: 'accounts.view.list',
    domain: 'accounts',
    call: 'GET /views',
    may: 'views.keep',
    summary: 'Own views of all lists, and those that accounts above share',
    answer: answerOf(z.array(View)),
  }),
  create: endpoint({
    id: 'accounts.view.create',
    domain: 'accounts',
    call: 'POST /views',
    may: 'views.keep',
    tell: tell('View saved', 'saved a view'),
    summary: 'Keep a view; its name is free among the own views of its list',
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
    summary: 'Change an own view; sharing ends for everybody at once',
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
    summary: 'Remove an own view',
    params: z.strictObject({ viewId: PathId }),
    answer: Done,
  }),
  open: endpoint({
    id: 'accounts.view.open',
    domain: 'accounts',
    call: 'PUT /views/default/:list',
    may: 'views.keep',
    tell: tell('Default view chosen', 'chose a default view'),
    summary: 'Open a list with an own or shared view; with null, as it is',
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
