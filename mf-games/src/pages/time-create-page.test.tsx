import { gamesApi } from '@cascade/contracts/games'
import { renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, refusal, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import remote from '../remote'

const emptyList = on(gamesApi.timeList, { success: true, data: [], total: 0 })
const created = { success: true, message: 'Time created successfully.', data: { _id: 'time-90', timecount: 90 } }

test('opens from the list, creates, says so and goes back', async () => {
  signInAs({ role: 'superadmin' })
  const backend = fakeBackend(emptyList, on(gamesApi.createTime, created))
  const { user, router } = await renderRemote(remote.routes, '/superadmin/timemaster')
  await user.click(await screen.findByRole('button', { name: /Add Time/ }))
  await user.type(await screen.findByRole('textbox', { name: 'Time in sec' }), '90')
  await user.click(screen.getByRole('button', { name: 'Submit' }))

  expect(await screen.findByText('Time created successfully.')).toBeTruthy()
  await waitFor(() => expect(router.state.location.pathname).toBe('/superadmin/timemaster'))
  expect(backend.callsOf(gamesApi.createTime).map(seen => seen.body)).toEqual([{ timecount: 90 }])
  // The list was read again for the new time.
  await waitFor(() => expect(backend.callsOf(gamesApi.timeList).length).toBe(2))
})

test.each([
  ['', 'Time is required'],
  ['1e3', 'Time is required'],
  ['٣', 'Time is required'],
  ['-5', 'At least 10 seconds'],
  ['9', 'At least 10 seconds'],
  ['86401', 'At most 86400 seconds'],
  ['10.5', 'Whole seconds only'],
])('refuses %j before anything is sent', async (typed, message) => {
  signInAs({ role: 'superadmin' })
  const backend = fakeBackend()
  const { user } = await renderRemote(remote.routes, '/superadmin/timemaster/create')
  const field = await screen.findByRole('textbox', { name: 'Time in sec' })
  if (typed) await user.type(field, typed)
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(backend.calls).toEqual([])
})

test('says that it is being sent, and is sent once however often the button is pressed', async () => {
  signInAs({ role: 'superadmin' })
  let release: () => void = () => undefined
  const answered = new Promise<void>(resolve => {
    release = resolve
  })
  const backend = fakeBackend(
    emptyList,
    on(gamesApi.createTime, () => answered.then(() => created)),
  )
  const { user } = await renderRemote(remote.routes, '/superadmin/timemaster/create')
  await user.type(await screen.findByRole('textbox', { name: 'Time in sec' }), '90')
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  await user.click(await screen.findByText('Submitting...'))
  await user.keyboard('{Enter}')
  release()
  expect(await screen.findByText('Time created successfully.')).toBeTruthy()
  expect(backend.callsOf(gamesApi.createTime)).toHaveLength(1)
})

test('shows what the server refuses at the field, and keeps what was typed', async () => {
  signInAs({ role: 'superadmin' })
  const message = 'This time already exists.'
  fakeBackend(on(gamesApi.createTime, refusal(409, 'CONFLICT', message, { timecount: message })))
  const { user } = await renderRemote(remote.routes, '/superadmin/timemaster/create')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Time in sec' })
  await user.type(field, '60')
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
  expect(field.value).toBe('60')
})

test('somebody who may not add times sees that, and no form', async () => {
  signInAs({ role: 'admin' })
  fakeBackend()
  await renderRemote(remote.routes, '/admin/timemaster/create')
  expect(await screen.findByText('You are not allowed to see this')).toBeTruthy()
  expect(screen.queryByRole('form')).toBeNull()
})
