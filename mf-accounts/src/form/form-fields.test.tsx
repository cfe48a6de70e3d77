import { parentRoleOf } from '@cascade/contracts'
import { type Account, accountApi } from '@cascade/contracts/accounts'
import { chooseOption } from '@cascade/ui-kit/testing'
import { fakeBackend, on, rejection } from '@cascade/web-kit/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { LevelRole } from '../levels'
import { errors, field, formResponses, submit } from '../testing/forms'
import { answer, listAnswer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'

async function openEdit(level: LevelRole, reply?: Response, overrides: Partial<Account> = {}) {
  const account: Account = makeAccount({ role: level, city: 'Mumbai', commission: 7.25, ...overrides })
  const above = parentRoleOf(level) as LevelRole
  const backend = fakeBackend(
    ...formResponses(),
    on(accountApi[level].list, listAnswer(account)),
    on(accountApi[above].list, listAnswer(makeAccount({ _id: 'parent-1', username: 'parent1', role: above }))),
    on(accountApi[level].read, answer(account)),
    on(accountApi[level].update, reply ?? answer(account)),
  )
  const { user } = await open('superadmin', `${level}/edit/${account._id}`)
  await screen.findByLabelText('First Name')
  return { user, sent: () => backend.callsOf(accountApi[level].update).map(call => call.body) }
}

async function retype(user: UserEvent, label: string, value: string): Promise<void> {
  await user.clear(field(label))
  await user.type(field(label), value)
}
async function pickDay(user: UserEvent, day: string): Promise<void> {
  await user.click(field('Date of Birth'))
  fireEvent.change(field('Date of Birth'), { target: { value: day } })
  await user.click(document.querySelector(`.ant-picker-dropdown td[title="${day}"]`) as Element)
}

describe('edit forms', () => {
  it.each<[label: string, edit: (user: UserEvent) => Promise<unknown>, body: object]>([
    ['the day of birth', user => pickDay(user, '1990-02-07'), { dateOfBirth: '1990-02-07' }],
    ['the status', user => user.click(screen.getByRole('radio', { name: 'Deactive' })), { userStatus: false }],
    ['the password', user => retype(user, 'Password', 'another-one'), { password: 'another-one' }],
    ['the PIN', user => retype(user, 'PIN', '4321'), { pin: 4321 }],
    ['the phone', user => retype(user, 'Phone', '912345678901'), { phone: 912_345_678_901 }],
    ['the commission', user => retype(user, 'Commission', '33.33'), { commission: 33.33 }],
    ['the city', user => chooseOption(user, 'City', 'Pune'), { city: 'Pune' }],
  ])('send only %s after its edit', async (_label, edit, body) => {
    const { user, sent } = await openEdit('areamanager')
    await edit(user)
    await submit(user)
    await waitFor(() => expect(sent()).toEqual([body]))
  })
})
describe('account forms', () => {
  it.each([
    ['2,500.5', { creditLine: 2_500.5 }],
    ['', { creditLine: null }],
  ])('show the credit in use of an admin and send a credit line typed as "%s"', async (typed, body) => {
    const { user, sent } = await openEdit('admin', undefined, { creditLine: 1_000, creditUsed: 812.5 })
    expect(screen.getByText('In use: 812.50. Empty: no limit.')).toBeTruthy()
    await user.clear(field('Credit Line'))
    if (typed) await user.type(field('Credit Line'), typed)
    await submit(user)
    await waitFor(() => expect(sent()).toEqual([body]))
  })

  it.each<LevelRole>(['superareamanager', 'areamanager', 'master'])(
    'an emptied edit form of %s reports missing fields and sends nothing',
    async level => {
      const { user, sent } = await openEdit(level)
      for (const label of ['First Name', 'Last Name', 'Email', 'Phone', 'Address', 'PIN Code'])
        await user.clear(field(label))
      const clear = field('Date of Birth').closest('.ant-picker')?.querySelector('.ant-picker-clear')
      fireEvent.mouseDown(clear as Element)
      fireEvent.click(clear as Element)
      await chooseOption(user, 'Country', 'Nepal')
      await submit(user)
      const missing = ['First Name', 'Last Name', 'Email', 'Phone number', 'Date of Birth', 'State', 'City']
      await waitFor(() =>
        expect(errors().sort()).toEqual([...missing, 'Address', 'PIN Code'].map(name => `${name} is required`).sort()),
      )
      expect(sent()).toEqual([])
    },
  )

  it('show server errors at their fields, even at fields that cannot be emptied', async () => {
    const rejected = {
      refId: 'Reference is required',
      userStatus: 'Status is required',
      country: 'Country is required',
      state: 'State is required',
      city: 'City is required',
      dateOfBirth: 'Date of Birth is required',
      pin: 'PIN is required',
      password: 'A password is required',
    }
    const { user } = await openEdit('master', rejection(400, 'VALIDATION', 'Some fields are wrong.', rejected))
    await retype(user, 'First Name', 'Other')
    await submit(user)
    await waitFor(() => expect(errors().sort()).toEqual(Object.values(rejected).sort()))
  })

  it.each([
    ['-5', 'Must be between 0 and 100'],
    ['101', 'Must be between 0 and 100'],
    ['1.005', 'At most two decimals'],
    ['1e1', 'Commission must be a number', 'Write all digits, without an exponent'],
    ['12,5', 'Commission must be a number', 'Write decimals with a point: 12.5'],
  ])('reject a commission of %s, which stays as typed', async (typed, sentence, reason = '') => {
    const { user, sent } = await openEdit('areamanager')
    await retype(user, 'Commission', typed)
    await submit(user)
    await waitFor(() => expect(errors()).toEqual([sentence]))
    if (reason) expect(screen.getByText(reason)).toBeTruthy()
    expect(field('Commission').value).toContain(typed)
    expect(sent()).toEqual([])
  })

  it('require a commission of a new admin', async () => {
    fakeBackend(...formResponses())
    const { user } = await open('superadmin', 'admin/create')
    await screen.findByLabelText('First Name')
    await user.clear(field('Commission Amount'))
    await submit(user)
    await waitFor(() =>
      expect(document.querySelector('#commissionAmount_help, [id$=commissionAmount_help]')).toBeTruthy(),
    )
  })

  it('reject other characters in phone, PIN Code and PIN, and require eight of a password', async () => {
    fakeBackend(...formResponses())
    const { user } = await open('areamanager', 'master/create')
    await screen.findByLabelText('First Name')
    const typed = { Phone: '1a2-b3', 'PIN Code': '5600.34', PIN: '0456' }
    for (const [label, text] of Object.entries(typed)) await user.type(field(label), text)
    await user.type(field('Password'), '12345')
    await submit(user)
    await waitFor(() => expect(errors()).toContain('Password must be at least 8 characters'))
    const messages = [
      'Phone takes digits only, not "a"',
      'PIN Code takes digits only, not "."',
      'PIN cannot begin with 0',
    ]
    expect(errors()).toEqual(expect.arrayContaining(messages))
    for (const [label, text] of Object.entries(typed)) expect(field(label).value).toBe(text)
  })
})
