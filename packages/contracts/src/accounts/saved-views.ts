import { z } from 'zod'
import { auditAs } from '../audit'
import { endpoint, PathId, responseOf, SuccessResponse } from '../define'
import type { ExamplesOf } from '../example'
import { nameText } from '../values/text'

/** Maximum saved views per user, over all lists. */
export const savedViewsMax = 100

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

export const ViewInput = z.strictObject({ name: Name, search: Search, shared: z.boolean() })

/** A saved view: search, filters, order and page size of a list. */
export const SavedView = z.object({
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
export type SavedView = z.infer<typeof SavedView>

/** Beyond the specification. Only its owner can change a shared view. */
export const savedViewApi = {
  list: endpoint({
    id: 'accounts.view.list',
    domain: 'accounts',
    route: 'GET /views',
    permission: 'views.keep',
    summary: "The caller's saved views of all lists, and those shared by accounts above",
    response: responseOf(z.array(SavedView)),
  }),
  create: endpoint({
    id: 'accounts.view.create',
    domain: 'accounts',
    route: 'POST /views',
    permission: 'views.keep',
    audit: auditAs('View saved', 'saved a view'),
    summary: "Save a view; its name must be unique among the caller's views of the list",
    body: ViewInput.extend({ list: List }),
    response: responseOf(SavedView),
    creates: true,
  }),
  change: endpoint({
    id: 'accounts.view.change',
    domain: 'accounts',
    route: 'PUT /views/:viewId',
    permission: 'views.keep',
    audit: auditAs('View changed', 'changed a view'),
    summary: "Change one of the caller's views; unsharing takes effect at once",
    params: z.strictObject({ viewId: PathId }),
    body: ViewInput,
    response: responseOf(SavedView),
  }),
  remove: endpoint({
    id: 'accounts.view.remove',
    domain: 'accounts',
    route: 'DELETE /views/:viewId',
    permission: 'views.keep',
    audit: auditAs('View removed', 'removed a view'),
    summary: "Remove one of the caller's views",
    params: z.strictObject({ viewId: PathId }),
    response: SuccessResponse,
  }),
  open: endpoint({
    id: 'accounts.view.open',
    domain: 'accounts',
    route: 'PUT /views/default/:list',
    permission: 'views.keep',
    audit: auditAs('Default view chosen', 'chose a default view'),
    summary: 'Set the default view of a list; null removes it',
    params: z.strictObject({ list: List }),
    body: z.strictObject({ viewId: z.string().max(64).nullable() }),
    response: SuccessResponse,
  }),
}

export const viewExamples = (): ExamplesOf<typeof savedViewApi> => {
  const view: SavedView = {
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
    change: { body: { shared: false }, response: { data: { ...view, shared: false } } },
  }
}
