import { exampleOf, standardRights, standardRightsOf } from '@cascade/contracts'
import { peopleApi, peopleTexts, type RightsRow, rightsApi, viewApi } from '@cascade/contracts/accounts'
import { openRemote } from '@cascade/ui-kit/testing'
import { useSession } from '@cascade/web-kit'
import { fakeBackend, makePerson, on } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote'
import { open } from '../testing/open-remote'

const [person] = exampleOf(peopleApi.list).response?.data ?? []
const standard = standardRights.map(
  (_id): RightsRow => ({ _id, name: _id, permissions: [...standardRightsOf(_id, 'admin')], isStandard: true }),
)
const own: RightsRow = { _id: 'r1', name: 'Night shift', permissions: ['live.control'], isStandard: false }
const list = on(peopleApi.list, { success: true, data: person ? [person] : [], total: 1 })
const rights = on(rightsApi.list, { success: true, data: [...standard, own] })

describe('the page of people', () => {
  it('lists them with rights and factors, and adds one with a view of what it will see', async () => {
    const create = on(peopleApi.create, { success: true, message: peopleTexts.created, data: person })
    const { user, backend } = await openRemote(remote.routes, '/admin/people', list, rights, create)
    expect(await screen.findByText(person?.username ?? '')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'New person' }))
    await user.type(await screen.findByLabelText('Name'), 'Ben Ode')
    await user.type(screen.getByLabelText('Username'), 'ben')
    await user.type(screen.getByLabelText('Password'), 'sunlit-harbour-41')
    expect(await screen.findByText('Transfers and adjustments of credit')).toBeTruthy()
    expect(screen.queryByText('Backups')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByText(peopleTexts.created)).toBeTruthy()
    expect(backend.callsOf(peopleApi.create)).toMatchObject([
      { body: { name: 'Ben Ode', username: 'ben', password: 'sunlit-harbour-41', rights: 'cashier' } },
    ])
  })

  it('views as one for a reason', async () => {
    const viewer = { id: 'admin-id', username: 'admin1', role: 'admin' }
    const answer = { ...exampleOf(viewApi.begin).response, viewer }
    const { user, backend } = await openRemote(remote.routes, '/admin/people', list, rights, on(viewApi.begin, answer))
    await user.click(await screen.findByRole('button', { name: /^View as/ }))
    await user.type(await screen.findByLabelText('Reason'), 'A question')
    await user.click(screen.getByRole('button', { name: 'View' }))
    await waitFor(() => expect(useSession.getState().viewer).toEqual(viewer))
    expect(backend.callsOf(viewApi.begin)).toMatchObject([
      { params: { userId: person?._id }, body: { reason: 'A question' } },
    ])
  })

  it('deactivates one', async () => {
    const change = on(peopleApi.change, { success: true, message: peopleTexts.changed, data: person })
    const { user, backend } = await openRemote(remote.routes, '/admin/people', list, rights, change)
    await user.click(await screen.findByRole('button', { name: /^Deactivate/ }))
    await waitFor(() => expect(backend.callsOf(peopleApi.change)).toMatchObject([{ body: { status: 'inactive' } }]))
  })

  it('is only read by an auditor', async () => {
    fakeBackend(list, rights)
    await open('admin', 'people', makePerson('auditor'))
    expect(await screen.findByText('Night shift')).toBeTruthy()
    expect(await screen.findByText(person?.username ?? '')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /person|rights|Edit|Deactivate|Remove/ })).toBeNull()
  })
})

describe('own rights', () => {
  it('are a table of permissions, each to see or to change', async () => {
    const change = on(rightsApi.change, { success: true, message: peopleTexts.rightsSaved, data: own })
    const { user, backend } = await openRemote(remote.routes, '/admin/people', list, rights, change)
    await user.click(await screen.findByRole('button', { name: 'Edit Night shift' }))
    const live = 'Live draws: results, stops, pool'
    await user.click(await screen.findByRole('checkbox', { name: `${live}: Change` }))
    await user.click(screen.getByRole('checkbox', { name: 'Games: See' }))
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await waitFor(() =>
      expect(backend.callsOf(rightsApi.change)).toMatchObject([
        { body: { name: 'Night shift', permissions: ['live.control:read', 'games.read:read'] } },
      ]),
    )
  })
})
