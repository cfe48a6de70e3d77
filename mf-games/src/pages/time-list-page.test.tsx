import { gamesApi } from '@cascade/contracts/games'
import { renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, refusal, signInAs } from '@cascade/web-kit/testing'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import remote from '../remote'

const times = [
  { _id: 'time-60', timecount: 60 },
  { _id: 'time-3600', timecount: 3600 },
]

test('lists the times with their number, id and seconds', async () => {
  signInAs({ role: 'superadmin' })
  fakeBackend(on(gamesApi.timeList, { success: true, data: times, total: 2 }))
  await renderRemote(remote.routes, '/superadmin/timemaster')

  const row = (await screen.findByText('time-3600')).closest('tr')
  const titles = screen.getAllByRole('columnheader').map(header => header.textContent)
  expect(titles).toEqual(['No', 'Time ID', 'Time in sec'])
  expect(
    within(row!)
      .getAllByRole('cell')
      .map(cell => cell.textContent),
  ).toEqual(['2', 'time-3600', '3,600'])
})

test('sorts by the address and asks for one page', async () => {
  signInAs({ role: 'superadmin' })
  const backend = fakeBackend(on(gamesApi.timeList, { success: true, data: times, total: 2 }))
  await renderRemote(remote.routes, '/superadmin/timemaster?sort=timecount&order=desc&size=20')
  await screen.findByText('time-60')
  expect(backend.callsOf(gamesApi.timeList)[0]?.query).toMatchObject({
    sort: 'timecount',
    order: 'desc',
    size: '20',
    page: '1',
  })
})

test('an admin reads the list and is not offered to add', async () => {
  signInAs({ role: 'admin' })
  fakeBackend(on(gamesApi.timeList, { success: true, data: times, total: 2 }))
  await renderRemote(remote.routes, '/admin/timemaster')
  await screen.findByText('time-60')
  expect(screen.queryByRole('button', { name: /Add Time/ })).toBeNull()
})

test('a failed list says so and can be tried again', async () => {
  signInAs({ role: 'superadmin' })
  let failed = false
  fakeBackend(
    on(gamesApi.timeList, () => {
      if (failed) return { success: true, data: times, total: 2 }
      failed = true
      return refusal(500, 'INTERNAL', 'Something went wrong')
    }),
  )
  const { user } = await renderRemote(remote.routes, '/superadmin/timemaster')
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('time-60')).toBeTruthy()
})
