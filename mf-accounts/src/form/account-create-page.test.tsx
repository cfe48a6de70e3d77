import { accountApi, childrenApi, sessionApi } from '@cascade/contracts/accounts'
import { chooseOption, selectedOption } from '@cascade/ui-kit/testing'
import { fakeBackend, on, rejection } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { errors, formResponses, submit } from '../testing/forms'
import { levelTexts } from '../testing/level-texts'
import { answer, listAnswer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'

const places = ['Country is required', 'State is required', 'City is required', 'Address is required']
const names = ['First Name is required', 'Last Name is required']
const contact = ['Email is required', 'Phone number is required']
const manager = [...names, ...contact, ...places, 'PIN Code is required', 'PIN is required', 'PIN is required']

describe('a create form', () => {
  it.each([
    ['admin', 'superadmin', [...names, 'Email is required', 'PIN is required']],
    ['superareamanager', 'admin', manager],
    ['areamanager', 'superareamanager', manager],
    ['master', 'areamanager', manager],
    ['player', 'master', [...names, ...places, 'PIN is required', 'PIN is required']],
  ] as const)('reports missing fields of %s', async (level, role, expected) => {
    fakeBackend(...formResponses())
    const { user } = await open(role, `${level}/create`)
    expect(await screen.findByRole('heading', { level: 1, name: levelTexts[level].add?.title })).toBeTruthy()
    await submit(user)
    await waitFor(() => expect(errors()).toEqual(expected))
  })

  it('sends the chosen games of an admin, shows generated values and returns to the list', async () => {
    const created = { ...makeAccount({ role: 'admin', username: 'ADM7' }), pin: 482913 }
    const backend = fakeBackend(
      ...formResponses(),
      on(accountApi.admin.create, answer(created, 'User created successfully!')),
      on(accountApi.admin.list, listAnswer(created)),
    )
    const { user, router } = await open('superadmin', 'admin/create')
    await user.type(await screen.findByLabelText('First Name'), 'Ada')
    await user.type(screen.getByLabelText('Last Name'), 'Berg')
    await user.type(screen.getByLabelText('Email'), 'ada@example.test')
    await user.type(screen.getByLabelText('Password'), 'secret-1')
    await user.click(await screen.findByRole('checkbox', { name: 'Fun Target' }))
    await user.click(screen.getByRole('radio', { name: 'Deactive' }))
    await submit(user)

    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('ADM7')).toBeTruthy()
    expect(within(dialog).getByText('482913')).toBeTruthy()
    expect(await screen.findByText('User created successfully!')).toBeTruthy()
    const [call] = backend.callsOf(accountApi.admin.create)
    expect(call?.body).toEqual({
      firstName: 'Ada',
      lastName: 'Berg',
      email: 'ada@example.test',
      commissionAmount: 0,
      password: 'secret-1',
      refId: 'superadmin-1',
      userStatus: false,
      games: ['g1'],
      role: 'admin',
    })
    expect(call?.headers.get('idempotency-key')).toBeTruthy()
    await waitFor(() => expect(router.state.location.pathname).toBe('/superadmin/admin'))
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it('clears state and city for a new country, and the city for a new state', async () => {
    fakeBackend(...formResponses())
    const { user } = await open('master', 'player/create')
    await screen.findByLabelText('Country')
    await chooseOption(user, 'Country', 'India')
    await chooseOption(user, 'State', 'Maharashtra')
    await chooseOption(user, 'City', 'Pune')
    expect(selectedOption('City')).toContain('Pune')
    await chooseOption(user, 'Country', 'Nepal')
    await waitFor(() => expect(selectedOption('City')).not.toContain('Pune'))
    expect(selectedOption('State')).not.toContain('Maharashtra')
  })

  it('preselects the actor if it is the only possible reference', async () => {
    fakeBackend(...formResponses())
    await open('master', 'player/create')
    expect(await screen.findByTitle('master0')).toBeTruthy()
  })

  it('shows a message for an empty reference list', async () => {
    fakeBackend(...formResponses(), on(accountApi.admin.list, listAnswer()))
    const { user } = await open('superadmin', 'superareamanager/create')
    await user.click(await screen.findByLabelText('Reference'))
    expect(await screen.findByText('No superadmins available')).toBeTruthy()
  })

  it('sends an account below another one to the calls of that account', async () => {
    const parent = makeAccount({ role: 'master', _id: 'm9', username: 'master9' })
    const backend = fakeBackend(
      ...formResponses(),
      on(sessionApi.fetchUserById, answer(parent)),
      on(childrenApi.master.create, rejection(409, 'CONFLICT', 'Refused here.')),
    )
    const { user } = await open('admin', 'master/players/details/m9/create')
    await user.type(await screen.findByLabelText('First Name'), 'Ada')
    await user.type(screen.getByLabelText('Last Name'), 'Berg')
    await chooseOption(user, 'Country', 'India')
    await chooseOption(user, 'State', 'Maharashtra')
    await chooseOption(user, 'City', 'Pune')
    await user.type(screen.getByLabelText('Address'), '1 Long Road')
    await user.type(screen.getByLabelText('PIN'), '1234')
    await user.type(screen.getByLabelText('Password'), 'secret-1')
    expect(screen.getByLabelText<HTMLInputElement>('Reference').value).toBe('master9')
    await submit(user)
    expect(await screen.findByText('Refused here.')).toBeTruthy()
    expect(backend.callsOf(childrenApi.master.create)[0]).toMatchObject({
      params: { parentId: 'm9' },
      body: { pin: 1234 },
    })
    expect(screen.getByLabelText<HTMLInputElement>('First Name').value).toBe('Ada')
  })

  describe('without a response', () => {
    const created = makeAccount({ role: 'admin', username: 'ADM7' })
    let createdAccount: typeof created | null
    let replies: unknown[]
    beforeEach(() => {
      createdAccount = null
      replies = [rejection(503, 'OUTCOME_UNKNOWN', 'Not known.'), { ...answer(created), message: 'Done' }]
    })
    async function openForm() {
      const backend = fakeBackend(
        ...formResponses(),
        on(accountApi.admin.create, () => replies.shift(), { headers: { 'idempotent-replayed': 'true' } }),
        on(accountApi.admin.list, listAnswer(created)),
        on(sessionApi.created, () => answer(createdAccount)),
      )
      const page = await open('superadmin', 'admin/create')
      const keys = () => backend.callsOf(accountApi.admin.create).map(({ headers }) => headers.get('idempotency-key'))
      return { ...page, backend, keys }
    }
    async function enter(user: UserEvent) {
      await user.type(await screen.findByLabelText('First Name'), 'Ada')
      await user.type(screen.getByLabelText('Last Name'), 'Berg')
      await user.type(screen.getByLabelText('Email'), 'ada@example.test')
      await user.type(screen.getByLabelText('Password'), 'secret-1')
      await press(user)
    }
    /** The spinner icon is part of the button's name until it disappears. */
    const press = async (user: UserEvent) => user.click(await screen.findByRole('button', { name: /Submit$/ }))
    const unanswered = /The last attempt to create Ada Berg got no answer. It may have been created./

    it('uses the same key in a retry with the same entries, and reports a single creation', async () => {
      const { user, keys } = await openForm()
      await enter(user)
      expect(await screen.findByText(unanswered)).toBeTruthy()
      // Secrets do not matter: the account has those of the first attempt.
      await user.type(screen.getByLabelText('Password'), '0')
      await press(user)
      expect(await screen.findByText(/created it already, with the password and PIN entered then/)).toBeTruthy()
      expect(keys()[1]).toBe(keys()[0])
    })

    it('does not send changed entries before the outcome is known, and then reports it', async () => {
      const { user, keys } = await openForm()
      await enter(user)
      expect(await screen.findByText(unanswered)).toBeTruthy()
      await user.type(screen.getByLabelText('Last Name'), 'strom')
      await press(user)
      await screen.findByText('Failed to create admin.')
      expect(keys()).toHaveLength(1)
      createdAccount = created
      await user.click(screen.getByRole('button', { name: 'Check again' }))
      expect(await screen.findByText(/^Ada Berg was created by the attempt before after all, as ADM7/)).toBeTruthy()
      expect(screen.getByLabelText<HTMLInputElement>('Last Name').value).toBe('Bergstrom')
      await press(user)
      await waitFor(() => expect(keys()).toHaveLength(2))
      expect(keys()[1]).not.toBe(keys()[0])
    })

    it('reports the outcome in the next form', async () => {
      const { user, unmount } = await openForm()
      await enter(user)
      expect(await screen.findByText(unanswered)).toBeTruthy()
      unmount()
      createdAccount = created
      await openForm()
      expect(await screen.findByText(/^Ada Berg was created by the attempt before after all, as ADM7/)).toBeTruthy()
    })
  })

  it('asks for confirmation when the user leaves unsaved text', async () => {
    fakeBackend(...formResponses())
    const { user, router } = await open('master', 'player/create')
    await user.type(await screen.findByLabelText('First Name'), 'Ada')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Leave without saving?')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Stay' }))
    expect(router.state.location.pathname).toBe('/master/player/create')
  })
})
