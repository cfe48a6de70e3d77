import { liveApi } from '@cascade/contracts/live'
import { renderApp } from '@cascade/ui-kit/testing'
import { fakeBackend, on } from '@cascade/web-kit/testing'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import remote from '../remote'
import { makeDocument, publicKey, seedChain } from '../testing/make-draw'

const { confidential: _kept, ...openDocument } = makeDocument()
const answer = { documents: [openDocument], keys: [publicKey], seeds: [seedChain] }

async function open(url = '/public/verify') {
  const backend = fakeBackend(
    on(liveApi.keys, { success: true, data: [publicKey], seeds: [seedChain] }),
    on(liveApi.record, { success: true, data: answer }),
  )
  const page = await renderApp([{ path: '/public', children: remote.publicRoutes }], url)
  await screen.findByRole('heading', { level: 1, name: 'Check a draw' })
  const paste = (content: string) => {
    fireEvent.change(screen.getByLabelText('Record', { selector: 'textarea' }), { target: { value: content } })
    return page.user.click(screen.getByRole('button', { name: 'Check' }))
  }
  return { ...page, backend, paste }
}

test('checks a pasted record without anybody signed in', async () => {
  const { paste, user } = await open()
  await paste(JSON.stringify(makeDocument()))
  await user.click(await screen.findByRole('button', { name: 'Recompute in this browser' }))
  expect(await screen.findByText('Everything agrees')).toBeTruthy()
})

test('takes what the API answers as it is, says what is kept back, and looks for a ticket', async () => {
  const { paste, user } = await open()
  const ticket = screen.getByLabelText('Ticket with its proof, if you have one')
  fireEvent.change(ticket, { target: { value: '{"success":true,"data":[],"proof":{"drawId":"x"}}' } })
  await paste(JSON.stringify({ success: true, data: answer }))
  expect(await screen.findByText('kept back from this copy, as are percentage and names')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Recompute in this browser' }))
  const verdict = await screen.findByRole('alert')
  expect(verdict.textContent).toContain('1 of')
  expect(verdict.textContent).toContain('This is no proof of a ticket.')
})

test('says what is no JSON, and what is no record', async () => {
  const { paste } = await open()
  await paste('{')
  expect((await screen.findByRole('alert')).textContent).toBe('This is no record: it is not JSON.')
  await paste('{"a":1}')
  expect(await screen.findByText(/This is no record of a draw/)).toBeTruthy()
})

test('fetches the record of a draw by its id', async () => {
  const { backend } = await open('/public/verify?draw=a1_MNOQqWWi_7')
  expect(await screen.findByText('the seed, under the policy Budgeted')).toBeTruthy()
  expect(backend.callsOf(liveApi.record)[0]?.params).toEqual({ drawId: 'a1_MNOQqWWi_7' })
})
