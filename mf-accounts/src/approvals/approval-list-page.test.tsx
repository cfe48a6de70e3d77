import { exampleOf, waitingText } from '@cascade/contracts'
import {
  type Approval,
  accountApi,
  approvalApi,
  approvalExample,
  defaultPolicy,
  maintenanceApi,
  networkApi,
  policyApi,
  policyTexts,
  securityApi,
  sessionApi,
} from '@cascade/contracts/accounts'
import { fakeBackend, on, type RecordedCall } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'

const own: Approval = { ...approvalExample, _id: 'own', by: 'superadmin0', object: 'admin1', isOwn: true }
const newer: Approval = { ...approvalExample, _id: 'newer', object: 'admin9' }

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
  return { backend, left, user, row }
}

describe('approval requests', () => {
  it('show in words who requests what, and who can decide', async () => {
    const details = {
      draw: '2026-01-05T10:00:00.000Z',
      strict: 'false → true',
      approvals: ' → credit.issue from 5',
      role: 'admin',
    }
    const { backend, row } = await openPage([{ ...approvalExample, details }])
    const { getByText } = await row(/^superareamanager1$/)
    const lines = [
      'Draw: 2026-01-05 10:00:00',
      'Confirm again: No → Yes',
      'Approvals: none → Issue of points from 5',
      'Role: Admin',
    ]
    for (const text of ['Points that move down', 'admin1', '50,000.00', 'superadmin', ...lines])
      expect(getByText(text)).toBeTruthy()
    expect(getByText('1,200.00').parentElement?.textContent).toBe('1,200.00 → 51,200.00')
    expect(backend.callsOf(approvalApi.list)[0]?.query).toMatchObject({ state: 'open' })
  })

  it('apply keys to the focused row only; D declines with a reason', async () => {
    const { backend, user, row } = await openPage([newer, approvalExample])
    const { getByRole } = await row(/^superareamanager1$/)
    await user.keyboard('a')
    expect(screen.queryByRole('dialog')).toBeNull()
    getByRole('button', { name: /^Approve/ }).focus()
    await user.keyboard('d')
    const decline = within(await screen.findByRole('dialog'))
    expect(decline.getByRole<HTMLButtonElement>('button', { name: 'Decline' }).disabled).toBe(true)
    await user.type(decline.getByRole('textbox'), 'not agreed{Enter}')
    await waitFor(() => expect(backend.callsOf(approvalApi.decline)).toHaveLength(1))
    expect(backend.callsOf(approvalApi.decline)[0]).toMatchObject({
      params: { id: 'id-approval' },
      body: { reason: 'not agreed' },
    })
  })

  it('show all details before an approval, which decides this request only', async () => {
    const { backend, user, row } = await openPage([newer, approvalExample])
    ;(await row(/^superareamanager1$/)).getByRole('button', { name: /^Approve/ }).focus()
    await user.keyboard('a')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('admin1 has 80,000.00; other requests would take 50,000.00')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(screen.queryByText('superareamanager1')).toBeNull())
    expect(backend.callsOf(approvalApi.approve).map(({ params }) => params)).toEqual([{ id: 'id-approval' }])
  })

  it('follow the decisions of others', async () => {
    const { left, row } = await openPage()
    await row(/^superareamanager1$/)
    left.clear()
    expect(await screen.findByText('Nothing waits for a second person.')).toBeTruthy()
  })

  it.each(['open', 'failed'] as const)('only let the requester withdraw an own request that is %s', async state => {
    const { backend, user, row } = await openPage([
      { ...own, state },
      { ...approvalExample, state, mayDecide: false },
    ])
    expect((await row(/^superareamanager1$/)).queryAllByRole('button')).toEqual([])
    const buttons = (await row(/^superadmin0$/)).getAllByRole('button')
    expect(buttons.map(button => button.getAttribute('aria-label'))).toEqual(['Withdraw Points that move down admin1'])
    await user.click(buttons[0] as HTMLElement)
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }))
    await waitFor(() => expect(backend.callsOf(approvalApi.withdraw)).toHaveLength(1))
  })

  it('say why a request failed, offer a retry, and show the code of removed factors', async () => {
    const failed = { ...approvalExample, state: 'failed' as const, reason: 'Insufficient points.' }
    fakeBackend(
      on(approvalApi.list, { success: true, data: [failed], total: 1 }),
      on(approvalApi.approve, { success: true, data: { ...failed, state: 'approved' }, enrolmentCode: 'K7Q2M-9XB40' }),
    )
    const { user } = await open('superadmin', 'approvals?state=failed')
    expect(await screen.findByText('Insufficient points.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Try again/ }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('K7Q2M-9XB40')).toBeTruthy()
  })

  const pending = () =>
    Response.json({ success: true, message: waitingText, data: { approvalId: 'a1' } }, { status: 202 })

  it('are linked by a transfer that needs a second person, which resets its form', async () => {
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

  it('are named by a deletion that needs a second person, instead of a failure', async () => {
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

  it('are needed for operations and amounts that a superadmin chooses', async () => {
    const policy = { ...defaultPolicy, approvals: [{ operation: 'credit.issue' as const }] }
    const backend = fakeBackend(
      on(securityApi.factors, exampleOf(securityApi.factors).response),
      on(maintenanceApi.read, { success: true, data: null }),
      on(networkApi.read, exampleOf(networkApi.read).response),
      on(policyApi.read, { success: true, data: policy, notes: [policyTexts.aloneNote] }),
      on(policyApi.change, pending),
    )
    const { user } = await open('superadmin', 'profile/security')
    expect(await screen.findByText(policyTexts.aloneNote)).toBeTruthy()
    await user.click(await screen.findByRole('combobox', { name: 'Points that move down' }))
    await user.click(await screen.findByTitle('From an amount'))
    await user.type(screen.getByRole('textbox', { name: 'Points that move down: From' }), '1000')
    await user.click(screen.getByRole('button', { name: 'Save the rules' }))
    await waitFor(() => expect(backend.callsOf(policyApi.change)).toHaveLength(1))
    const approvals = [{ operation: 'credit.issue' }, { operation: 'credit.transfer', above: 1000 }]
    expect(backend.callsOf(policyApi.change)[0]?.body).toEqual({ approvals })
    expect(await screen.findByText(waitingText)).toBeTruthy()
  })
})
