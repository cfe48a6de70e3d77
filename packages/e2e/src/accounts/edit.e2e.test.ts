import { accountApi } from '@cascade/contracts/accounts'
import { describe, expect, it } from 'vitest'
import { choose, field, submit, watchCalls } from '../support/accounts-screen'
import { expectMessage } from '../support/messages'
import { api } from '../support/suite'
import { visitorAs } from '../support/visitor-as'

describe('the edit form', () => {
  const visitor = visitorAs('superadmin')

  it('shows a server rejection, then sends only the changed fields in the right format and the server stores them', async () => {
    const { _id: id, username } = visitor.branch.areamanager
    const page = await visitor.open(`areamanager/edit/${id}`, 'Edit Area Manager')
    await field(page, 'Email').fill(visitor.branch.master.email ?? '')
    await submit(page).click()
    await expectMessage(page, 'User with this email already exists.')
    await field(page, 'Email').fill(visitor.branch.areamanager.email ?? '')
    const puts = watchCalls(page, 'PUT')
    await field(page, 'Date of Birth').fill('1980-03-07')
    await page.locator('.ant-picker-dropdown td[title="1980-03-07"]').click()
    const texts = { Password: 'another-one', PIN: '4321', Phone: '912345678901', Commission: '33.33' }
    for (const [label, value] of Object.entries(texts)) await field(page, label).fill(value)
    await choose(page, 'City', 'Pune')
    await submit(page).click()
    await expectMessage(page, 'User updated successfully!')

    const stored = { dateOfBirth: '1980-03-07', phone: 912_345_678_901, commission: 33.33, city: 'Pune' }
    expect(puts.map(call => call.body)).toEqual([{ ...stored, password: 'another-one', pin: 4321 }])
    const { data } = await api.call(accountApi.areamanager.read, visitor.superadmin, { params: { id } })
    expect(data).toMatchObject(stored)
    expect(Object.keys(data)).not.toEqual(expect.arrayContaining(['password']))
    await api.login(username, 'another-one')
  })
})
