import { peopleApi, rightsApi } from '@cascade/contracts/accounts'
import { listSource, readQuery, useChange } from '@cascade/web-kit'

export const peopleSource = listSource(peopleApi.list)
export const rightsQuery = () => readQuery(rightsApi.list)

const refresh = { refresh: [peopleApi.list] }
export const useAddPerson = () => useChange(peopleApi.create, refresh)
export const useChangePerson = () => useChange(peopleApi.change, refresh)
export const useRemovePerson = () => useChange(peopleApi.remove, refresh)

const refreshRights = { refresh: [rightsApi.list] }
export const useAddRights = () => useChange(rightsApi.create, refreshRights)
export const useChangeRights = () => useChange(rightsApi.change, refreshRights)
export const useRemoveRights = () => useChange(rightsApi.remove, refreshRights)
