import { peopleApi, rightsApi } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { elevatePerson } from './elevate-person'
import { addPerson, changePerson, listPeople, removePerson } from './people'
import { addRights, changeRights, listRights, removeRights } from './rights'

export const peopleRoutes: Routes<AccountsDeps> = ({ serve }, deps) => {
  serve(peopleApi.list, ({ ctx, query }) => listPeople(deps, { ctx, input: query }))
  serve(peopleApi.create, ({ ctx, query, body }) => addPerson(deps, { ctx, input: { ...query, person: body } }))
  serve(peopleApi.change, ({ ctx, params, query, body }) =>
    changePerson(deps, { ctx, input: { ...query, personId: params.id, change: body } }),
  )
  serve(peopleApi.elevate, ({ ctx, params, body }) =>
    elevatePerson(deps, { ctx, input: { ...body, personId: params.id } }),
  )
  serve(peopleApi.remove, ({ ctx, params, query }) =>
    removePerson(deps, { ctx, input: { ...query, personId: params.id } }),
  )
  serve(rightsApi.list, ({ ctx, query }) => listRights(deps, { ctx, input: query }))
  serve(rightsApi.create, ({ ctx, query, body }) => addRights(deps, { ctx, input: { ...query, rights: body } }))
  serve(rightsApi.change, ({ ctx, params, query, body }) =>
    changeRights(deps, { ctx, input: { ...query, rightsId: params.id, rights: body } }),
  )
  serve(rightsApi.remove, ({ ctx, params, query }) =>
    removeRights(deps, { ctx, input: { ...query, rightsId: params.id } }),
  )
}
