import { timeApi } from '@cascade/contracts/games'
import { openRemote, renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, rejection, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote'

const times = [
  { _id: 'time-60', timecount: 60 },
  { _id: 'time-3600', timecount: 3600 },
]
const list = on(timeApi.list, { success: true, data: times, total: 2 })

describe('the time list', () => {
  it('shows number, id and seconds', async () => {
    await openRemote(remote.routes, '/superadmin/timemaster', list)

    const row = (await screen.findByText('time-3600')).closest('tr')
    const titles = screen.getAllByRole('columnheader').map(header => header.textContent)
    expect(titles).toEqual(['No', 'Time ID', 'Time in sec'])
    expect(
      within(row!)
        .getAllByRole('cell')
        .map(cell => cell.textContent),
    ).toEqual(['2', 'time-3600', '3,600'])
  })

  it('takes sorting and page size from the URL', async () => {
    const { backend } = await openRemote(
      remote.routes,
      '/superadmin/timemaster?sort=timecount&order=desc&size=20',
      list,
    )
    await screen.findByText('time-60')
    expect(backend.callsOf(timeApi.list)[0]?.query).toMatchObject({
      sort: 'timecount',
      order: 'desc',
      size: '20',
      page: '1',
    })
  })

  it('can be read by an admin, who can add nothing', async () => {
    await openRemote(remote.routes, '/admin/timemaster', list)
    await screen.findByText('time-60')
    expect(screen.queryByRole('button', { name: /Add Time/ })).toBeNull()
  })

  it('shows a message when it fails, and can be retried', async () => {
    signInAs({ role: 'superadmin' })
    let failed = false
    fakeBackend(
      on(timeApi.list, () => {
        if (failed) return { success: true, data: times, total: 2 }
        failed = true
        return rejection(500, 'INTERNAL', 'Something went wrong')
      }),
    )
    const { user } = await renderRemote(remote.routes, '/superadmin/timemaster')
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('time-60')).toBeTruthy()
  })
})

const emptyList = on(timeApi.list, { success: true, data: [], total: 0 })
const created = { success: true, message: 'Time created successfully.', data: { _id: 'time-90', timecount: 90 } }

describe('the form of a new time', () => {
  it('opens from the list, creates a time, confirms it and returns', async () => {
    const { backend, user, router } = await openRemote(
      remote.routes,
      '/superadmin/timemaster',
      emptyList,
      on(timeApi.create, created),
    )
    await user.click(await screen.findByRole('button', { name: /Add Time/ }))
    await user.type(await screen.findByRole('textbox', { name: 'Time in sec' }), '90')
    await user.click(screen.getByRole('button', { name: 'Submit' }))

    expect(await screen.findByText('Time created successfully.')).toBeTruthy()
    await waitFor(() => expect(router.state.location.pathname).toBe('/superadmin/timemaster'))
    expect(backend.callsOf(timeApi.create).map(seen => seen.body)).toEqual([{ timecount: 90 }])
    // The list was refetched.
    await waitFor(() => expect(backend.callsOf(timeApi.list).length).toBe(2))
  })

  it.each([
    ['', 'Time is required'],
    ['1e3', 'Time is required'],
    ['9,5', 'Write decimals with a point: 9.5'],
    ['३', 'At least 10 seconds'],
    ['-5', 'At least 10 seconds'],
    ['9', 'At least 10 seconds'],
    ['86401', 'At most 86400 seconds'],
    ['10.5', 'Whole seconds only'],
  ])('rejects the time %j before it is sent', async (typed, message) => {
    const { backend, user } = await openRemote(remote.routes, '/superadmin/timemaster/create')
    const field = await screen.findByRole('textbox', { name: 'Time in sec' })
    if (typed) await user.type(field, typed)
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(backend.calls).toEqual([])
  })

  it('shows its progress while it is pending and sends only once', async () => {
    signInAs({ role: 'superadmin' })
    let release: () => void = () => undefined
    const answered = new Promise<void>(resolve => {
      release = resolve
    })
    const backend = fakeBackend(
      emptyList,
      on(timeApi.create, () => answered.then(() => created)),
    )
    const { user } = await renderRemote(remote.routes, '/superadmin/timemaster/create')
    await user.type(await screen.findByRole('textbox', { name: 'Time in sec' }), '90')
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await user.click(await screen.findByText('Submitting...'))
    await user.keyboard('{Enter}')
    release()
    expect(await screen.findByText('Time created successfully.')).toBeTruthy()
    expect(backend.callsOf(timeApi.create)).toHaveLength(1)
  })

  it('shows a server error at the field and keeps the typed value', async () => {
    const message = 'This time already exists.'
    const { user } = await openRemote(
      remote.routes,
      '/superadmin/timemaster/create',
      on(timeApi.create, rejection(409, 'CONFLICT', message, { timecount: message })),
    )
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Time in sec' })
    await user.type(field, '60')
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
    expect(field.value).toBe('60')
  })

  it('is a message for users without permission', async () => {
    await openRemote(remote.routes, '/admin/timemaster/create')
    expect(await screen.findByText('You are not allowed to see this')).toBeTruthy()
    expect(screen.queryByRole('form')).toBeNull()
  })
})
