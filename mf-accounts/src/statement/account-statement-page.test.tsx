import { accountApi, ledgerApi, type StatementRow, sessionApi } from '@cascade/contracts/accounts'
import { fakeBackend, on } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'

const player = makeAccount({ _id: 'p1', username: 'player1' })
const row = (seq: number, over: Partial<StatementRow>): StatementRow => ({
  seq,
  transferId: `t${seq}`,
  kind: 'stake',
  counterparty: 'Fun Target',
  amount: -5,
  balance: 10,
  note: '',
  by: { accountId: 'p1', username: 'player1', role: 'player' },
  createdAt: '2026-01-05T10:00:00.000Z',
  ...over,
})
const play = { gameId: 'MNOQqWWi', ticketIds: ['ticket-0001'], drawId: 'd1' }
const operator = { accountId: 'o1', username: 'operator1', role: 'admin' }
const correction = { reason: 'a misread wheel', from: '3', to: '9' }
const rows = [
  row(4, { kind: 'correction', ...play, by: operator, correction }),
  row(3, { kind: 'win', gameId: play.gameId, amount: 5, ticketIds: ['ticket-0001', 'ticket-0002'] }),
  row(2, play),
  row(1, {
    kind: 'transfer',
    counterparty: 'master1',
    amount: 15,
    by: { ...operator, username: 'master1', approvedBy: 'root' },
  }),
]

async function openStatement(role: 'admin' | 'master') {
  const backend = fakeBackend(
    on(accountApi.player.read, answer(player)),
    on(sessionApi.fetchUserById, answer(player)),
    on(ledgerApi.statement, { success: true, data: rows, total: rows.length }),
  )
  const { user } = await open(role, 'player/statement/p1')
  await screen.findByText('Transaction')
  return { user, backend, lines: screen.getAllByRole('row').slice(1) }
}

const linksOf = (line: HTMLElement | undefined) =>
  within(line!)
    .queryAllByRole('link')
    .map(link => [link.textContent, link.getAttribute('href')])

describe('a statement entry', () => {
  it('shows who acted and who approved, and links to its cause', async () => {
    const [corrected, win, stake, transfer] = (await openStatement('admin')).lines
    expect(corrected?.textContent).toContain('operator1 (admin)')
    expect(transfer?.textContent).toContain('master1 (admin), approved by root')
    expect(corrected?.textContent).toContain('3 → 9: a misread wheel')
    expect(linksOf(corrected)).toEqual([
      ['Ticket ticket-0', '/admin/gamehistory?q=ticket-0001&user=player1'],
      ['Draw', '/admin/game/draw/d1'],
    ])
    expect(linksOf(win)).toEqual([['2 tickets', '/admin/gamehistory?user=player1']])
    expect(linksOf(stake).map(([name]) => name)).toEqual(['Ticket ticket-0', 'Draw'])
    expect(linksOf(transfer)).toEqual([['Transaction', '/admin/transactionreport?q=t1&user=player1']])
  })

  it('links to the other transfer of a reversal, and to the form where it is possible', async () => {
    const link = { transferId: 'r1', createdAt: '2026-01-06T10:00:00.000Z', by: 'root' }
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const transfer = { kind: 'transfer', amount: 15 } as const
    const own = [
      row(3, { ...transfer, kind: 'reversal', reverses: { ...link, transferId: 't2' } }),
      row(2, { ...transfer, reversedBy: link }),
      row(1, { ...transfer, reversibleUntil: until }),
    ]
    fakeBackend(
      on(accountApi.player.read, answer(player)),
      on(sessionApi.fetchUserById, answer(player)),
      on(ledgerApi.statement, { success: true, data: own, total: 3 }),
    )
    await open('admin', 'player/statement/p1')
    await screen.findByText('Reverse…')
    const lines = screen.getAllByRole('row').slice(1)
    const last = lines.map(line => linksOf(line).at(-1))
    expect(last.map(each => each?.[1])).toEqual(['/admin/transfer/t2', '/admin/transfer/r1', '/admin/transfer/t1'])
    expect(last[0]?.[0]).toMatch(/^Reverses the transfer of 2026-01-06 by root$/)
  })

  it('hides draw links from users without permission to see draws', async () => {
    const [, , stake] = (await openStatement('master')).lines
    expect(linksOf(stake).map(([name]) => name)).toEqual(['Ticket ticket-0'])
  })
})

describe('the search of a statement', () => {
  it('is sent to the server', async () => {
    const { user, backend } = await openStatement('admin')
    await user.type(screen.getByRole('searchbox', { name: 'Note, name, game or ID' }), 'diwali')
    await waitFor(() => expect(backend.callsOf(ledgerApi.statement).at(-1)?.query.q).toBe('diwali'))
  })
})
