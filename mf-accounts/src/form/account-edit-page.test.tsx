import { type BackOfficeRole, treeRoles } from '@cascade/contracts'
import { type Account, accountApi } from '@cascade/contracts/accounts'
import { fakeBackend, on, rejection } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { LevelRole } from '../levels'
import { field, formResponses, submit } from '../testing/forms'
import { textsOfLevels } from '../testing/level-texts'
import { answer, listAnswer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'

type Server = { stored: Account; version: number; rejection?: Response }

function serverOf(level: LevelRole, overrides: Partial<Account> = {}): Server & { account: Account } {
  const account = makeAccount({ role: level, ...overrides })
  return { stored: account, version: 7, account }
}

async function openEdit(level: LevelRole, role: BackOfficeRole, server = serverOf(level)) {
  const withTag = (data: Account) => Response.json(answer(data), { headers: { etag: `"${server.version}"` } })
  const parents = listAnswer(makeAccount({ _id: 'parent-1', username: 'parent1', role: 'admin' }))
  const backend = fakeBackend(
    on(accountApi[level].list, listAnswer(server.stored)),
    ...treeRoles.flatMap(role => (role === level ? [] : [on(accountApi[role].list, parents)])),
    on(accountApi[level].read, () => withTag(server.stored)),
    on(accountApi[level].update, () => server.rejection ?? withTag(server.stored)),
    ...formResponses(),
  )
  const page = await open(role, `${level}/${server.stored._id}/edit`)
  await screen.findByLabelText('First Name')
  const sent = () => backend.callsOf(accountApi[level].update)
  return { backend, server, sent, ...page }
}

async function retype(user: UserEvent, label: string, value: string) {
  await user.clear(field(label))
  await user.type(field(label), value)
}

describe('an edit form', () => {
  it.each(textsOfLevels)('has its title for %s', async (level, { edit }) => {
    await openEdit(level, 'superadmin')
    expect(screen.getByRole('heading', { level: 1, name: edit })).toBeTruthy()
  })

  it('is prefilled and sends one changed field with the version that was read', async () => {
    const { user, sent, router } = await openEdit('master', 'superadmin')
    expect(field('Email').value).toBe('master1@example.test')
    expect(field('Password').value).toBe('')
    await retype(user, 'Last Name', 'Stone')
    await submit(user)
    expect(await screen.findByText('User updated successfully!')).toBeTruthy()
    expect(sent()[0]?.body).toEqual({ lastName: 'Stone' })
    expect(sent()[0]?.headers.get('if-match')).toBe('"7"')
    await waitFor(() => expect(router.state.location.pathname).toBe('/superadmin/master'))
  })

  it('sends nothing if nothing changed', async () => {
    const { user, sent } = await openEdit('master', 'superadmin')
    await submit(user)
    expect(await screen.findByText('Nothing was changed.')).toBeTruthy()
    expect(sent()).toHaveLength(0)
  })

  it('does not send a field that is changed back', async () => {
    const { user, sent } = await openEdit('master', 'superadmin')
    await retype(user, 'Last Name', 'Stone')
    await retype(user, 'Last Name', 'Berg')
    await submit(user)
    await screen.findByText('Nothing was changed.')
    expect(sent()).toHaveLength(0)
  })

  it('sends the status as a boolean and numbers as numbers', async () => {
    const { user, sent } = await openEdit('master', 'superadmin')
    await user.click(screen.getByRole('radio', { name: 'Deactive' }))
    await retype(user, 'Phone', '5550111')
    await submit(user)
    await waitFor(() => expect(sent()[0]?.body).toEqual({ userStatus: false, phone: 5550111 }))
  })

  it('does not let a required field be emptied', async () => {
    const { user, sent } = await openEdit('master', 'superadmin')
    await user.clear(field('Email'))
    await user.clear(field('Address'))
    await submit(user)
    expect(await screen.findByText('Email is required')).toBeTruthy()
    expect(screen.getByText('Address is required')).toBeTruthy()
    expect(sent()).toHaveLength(0)
  })

  it('removes emptied optional fields of a player', async () => {
    const { user, sent } = await openEdit('player', 'superadmin', serverOf('player', { occupation: 'Tailor' }))
    for (const label of ['Email', 'Phone', 'Address', 'PIN Code', 'Occupation', 'Note']) await user.clear(field(label))
    await submit(user)
    const empty = { email: null, phone: null, address: null, pinCode: null, occupation: null, note: null }
    await waitFor(() => expect(sent()[0]?.body).toEqual(empty))
  })

  it('accepts a required field that was always empty', async () => {
    const { user, sent } = await openEdit('master', 'superadmin', serverOf('master', { dateOfBirth: undefined }))
    await retype(user, 'First Name', 'Eve')
    await submit(user)
    await waitFor(() => expect(sent()[0]?.body).toEqual({ firstName: 'Eve' }))
  })

  it('shows a server error at its field', async () => {
    const server = serverOf('master')
    server.rejection = rejection(409, 'CONFLICT', 'Taken.', { email: 'User with this email already exists.' })
    const { user } = await openEdit('master', 'superadmin', server)
    await retype(user, 'Email', 'taken@example.test')
    await submit(user)
    expect(await screen.findByText('User with this email already exists.')).toBeTruthy()
    expect(field('Email').value).toBe('taken@example.test')
  })

  it('merges a concurrent edit: untouched fields follow, typed values stay', async () => {
    const { user, server, sent } = await openEdit('master', 'superadmin')
    await retype(user, 'Last Name', 'Stone')
    server.stored = { ...server.stored, lastName: 'Hill', city: 'Pune', firstName: 'Eve' }
    server.version = 8
    server.rejection = rejection(409, 'CONFLICT', 'Changed.', {
      lastName: 'Changed meanwhile',
      firstName: 'Changed meanwhile',
    })
    await submit(user)
    expect(await screen.findByText('Changed meanwhile; it is now: Hill')).toBeTruthy()
    expect(field('First Name').value).toBe('Eve')
    expect(field('Last Name').value).toBe('Stone')
    server.rejection = undefined
    await submit(user)
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]?.body).toEqual({ lastName: 'Stone' })
    expect(sent()[1]?.headers.get('if-match')).toBe('"8"')
  })
})
