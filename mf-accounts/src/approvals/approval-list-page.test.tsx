import { waitingText } from '@cascade/contracts'
import {
  type Approval,
  accountApi,
  approvalApi,
  approvalExample,
  defaultPolicy,
  policyApi,
  securityApi,
  sessionApi,
} from '@cascade/contracts/accounts'
import { fakeBackend, on, type RecordedCall } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'

const own: Approval = { ...approvalExample, _id: 'own', by: 'superadmin0', object: 'admin1', isOwn: true }

async function openPage(rows: Approval[] = [approvalExample, own]) {
  const left = new Map(rows.map(row => [row._id, row]))
  const decide = (state: Approval['state']) => (seen: RecordedCall) => {
    const row = left.get(seen.params.id ?? '')
    left.delete(row?._id ?? '')
    return { success: true, message: state, data: { ...row, state } }
  }
  const backend = fakeBackend(
    on(approvalApi.list, () => ({ success: true, data: [...left.values()], total: left.size })),
    on(approvalApi.approve, decide('approved')),
    on(approvalApi.decline, decide('declined')),
    on(approvalApi.withdraw, decide('withdrawn')),
  )
  const { user } = await open('superadmin', 'approvals')
  const row = async (name: RegExp) => within((await screen.findByText(name)).closest('tr') as HTMLElement)
  return { backend, user, row }
}

it('a request shows who asks for what, the amount and the balance before and after', async () => {
  const { backend, row } = await openPage()
  const { getByText } = await row(/^superareamanager1$/)
  for (const text of ['Credit transfer', 'admin1', '50,000.00']) expect(getByText(text)).toBeTruthy()
  expect(getByText(/→/).textContent).toBe('1,200.00 → 51,200.00')
  expect(backend.callsOf(approvalApi.list)[0]?.query).toMatchObject({ state: 'open' })
})

it('the key A approves the first request that the user may decide', async () => {
  const { backend, user, row } = await openPage()
  await row(/^superareamanager1$/)
  await user.keyboard('a')
  await waitFor(() => expect(screen.queryByText('superareamanager1')).toBeNull())
  expect(backend.callsOf(approvalApi.approve).map(({ params }) => params)).toEqual([{ id: 'id-approval' }])
})

it('the key D asks for a reason and declines with it', async () => {
  const { backend, user, row } = await openPage()
  await row(/^superareamanager1$/)
  await user.keyboard('d')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Decline the request')).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Decline' }).disabled).toBe(true)
  await user.type(dialog.getByRole('textbox'), 'not agreed{Enter}')
  await waitFor(() => expect(backend.callsOf(approvalApi.decline)).toHaveLength(1))
  expect(backend.callsOf(approvalApi.decline)[0]?.body).toEqual({ reason: 'not agreed' })
})

it('an own request can only be withdrawn', async () => {
  const { backend, user } = await openPage([own])
  await user.click(await screen.findByRole('button', { name: /^Withdraw/ }))
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
  await waitFor(() => expect(backend.callsOf(approvalApi.withdraw)).toHaveLength(1))
  expect(await screen.findByText('Nothing waits for a second person.')).toBeTruthy()
})

const pending = () =>
  Response.json({ success: true, message: waitingText, data: { approvalId: 'a1' } }, { status: 202 })

it('a transfer that needs a second person resets its form and links to the requests', async () => {
  const player = makeAccount({ _id: 'p1' })
  const backend = fakeBackend(
    on(accountApi.player.read, answer(player)),
    on(sessionApi.loadCredit, {
      success: true,
      data: [{ _id: 'admin-0', username: 'admin0', role: 'admin', walletBalance: 5_000 }],
    }),
    on(accountApi.player.transfer, pending),
  )
  const { user } = await open('admin', 'player/credittransfer/p1')
  const amount = await screen.findByLabelText<HTMLInputElement>('Amount to Transfer')
  await user.type(amount, '500')
  await user.type(screen.getByLabelText('Password'), 'secret-pass')
  await user.click(await screen.findByRole('button', { name: /Credit Transfer$/ }))
  expect((await screen.findByText(waitingText)).closest('[role="status"]')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Show the requests' }).getAttribute('href')).toBe('/admin/approvals')
  expect(screen.getByLabelText<HTMLInputElement>('Amount to Transfer').value).toBe('')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.type(screen.getByLabelText('Amount to Transfer'), '500')
  await user.type(screen.getByLabelText('Password'), 'secret-pass')
  await user.click(await screen.findByRole('button', { name: /Credit Transfer$/ }))
  const keys = () => backend.callsOf(accountApi.player.transfer).map(({ headers }) => headers.get('idempotency-key'))
  await waitFor(() => expect(new Set(keys()).size).toBe(2))
})

it('a deletion that needs a second person says so, not that it failed', async () => {
  const player = makeAccount({ _id: 'p1', username: 'player1' })
  fakeBackend(
    on(accountApi.player.list, { success: true, data: [player], total: 1 }),
    on(accountApi.player.remove, pending),
  )
  const { user } = await open('admin', 'player')
  await user.click(await screen.findByRole('button', { name: /More/ }))
  await user.click(await screen.findByRole('menuitem', { name: /Delete/ }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /Confirm|Delete/ }))
  expect((await screen.findByText(waitingText)).closest('[role="status"]')).toBeTruthy()
})

it('a superadmin chooses which operations need a second person, and from which amount on', async () => {
  const policy = { ...defaultPolicy, approvals: [{ operation: 'credit.issue' as const }] }
  const backend = fakeBackend(
    on(securityApi.factors, { success: true, data: [], recoveryCodesLeft: 0 }),
    on(policyApi.read, { success: true, data: policy }),
    on(policyApi.change, ({ body }: RecordedCall) => ({ success: true, data: body })),
  )
  const { user } = await open('superadmin', 'profile/security')
  await user.click(await screen.findByRole('combobox', { name: 'Credit transfer' }))
  await user.click(await screen.findByTitle('From an amount'))
  await user.type(screen.getByRole('textbox', { name: 'Credit transfer: From' }), '1000')
  await user.click(screen.getByRole('button', { name: 'Save the rules' }))
  await waitFor(() => expect(backend.callsOf(policyApi.change)).toHaveLength(1))
  const approvals = [{ operation: 'credit.issue' }, { operation: 'credit.transfer', above: 1000 }]
  expect(backend.callsOf(policyApi.change)[0]?.body).toMatchObject({ approvals, graceDays: 7 })
})
