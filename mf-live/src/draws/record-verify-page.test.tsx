import { exampleOf } from '@cascade/contracts'
import { type FoundDraw, liveApi } from '@cascade/contracts/live'
import { renderApp } from '@cascade/ui-kit/testing'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote'
import { drawId, makeDocument, makeDrawPage, publicKey, seedChain } from '../testing/make-draw'

const { confidential: _kept, ...openDocument } = makeDocument()
const answer = { documents: [openDocument], keys: [publicKey], seeds: [seedChain] }
const notFound = () => Response.json({ success: false, message: 'There is no such draw.' }, { status: 404 })

async function open({ url = '/public/verify', knowsKeys = true, knowsDraw = true, found = [] as FoundDraw[] } = {}) {
  const backend = fakeBackend(
    on(liveApi.keys, knowsKeys ? { success: true, data: [publicKey], seeds: [seedChain] } : notFound),
    on(liveApi.findDraws, { success: true, data: found }),
    on(liveApi.draw, { success: true, data: makeDrawPage({ gameName: 'Our own' }) }),
    on(liveApi.record, knowsDraw ? { success: true, data: answer } : notFound),
  )
  const page = await renderApp([{ path: '/public', children: remote.publicRoutes }], url)
  await screen.findByRole('heading', { level: 1, name: 'Check a draw' })
  const zone = screen.getByRole('region', { name: 'Drop the record of a draw, or your ticket' })
  const drop = (...contents: string[]) => {
    const files = contents.map(content => new File([content], 'draw.json', { type: 'application/json' }))
    fireEvent.drop(zone, { dataTransfer: { files, getData: () => '' } })
  }
  return { ...page, backend, zone, drop }
}

const ticket = (drawId: string) =>
  JSON.stringify({
    success: true,
    data: [],
    proof: {
      drawId,
      ticket: { ticketId: 't-1', player: 'a'.repeat(64), lines: [['straight:3', 1000]], stake: '1000' },
      index: 0,
      size: 4,
      path: [],
    },
  })

describe('the page that verifies a record', () => {
  it('verifies a dropped record at once, with result and verdict first and the proof collapsed', async () => {
    const { drop } = await open()
    drop(JSON.stringify(makeDocument()))
    expect(await screen.findByText('This draw is genuine')).toBeTruthy()
    const article = within(screen.getByRole('article'))
    expect(article.getByRole('heading', { level: 2, name: 'Fun Target, draw 1' })).toBeTruthy()
    expect(article.getByText(openDocument.record.result, { selector: '.live-verdict-mark' })).toBeTruthy()
    const proof = article.getByText(/^How this was checked, in \d+ steps$/).closest('details')
    expect(proof?.open).toBe(false)
  })

  it('reports a tampered record with the failed checks, and expands their steps', async () => {
    const { drop } = await open()
    const document = makeDocument()
    drop(JSON.stringify({ ...document, record: { ...document.record, payout: '999900' } }))
    const verdict = await screen.findByRole('alert')
    expect(verdict.textContent).toContain('This is not what it claims to be')
    expect(verdict.textContent).toContain('The record was changed after it was hashed.')
    expect(screen.getByText('Hash of the record', { selector: 'summary' }).closest('details')?.open).toBe(true)
  })

  it('reads the record of the draw of a dropped ticket and searches the ticket in it', async () => {
    const { drop, backend } = await open()
    drop(ticket(drawId))
    const verdict = await screen.findByRole('alert')
    expect(backend.callsOf(liveApi.record)[0]).toMatchObject({ params: { drawId }, query: { ticketId: 't-1' } })
    expect(verdict.textContent).toContain('Ticket t-1: it is none of those that the record holds.')
  })

  it('accepts a pasted API response and names the withheld fields', async () => {
    const { zone } = await open()
    const text = JSON.stringify({ success: true, data: answer })
    fireEvent.paste(zone, { clipboardData: { getData: () => text } })
    expect(await screen.findByText('This draw is genuine')).toBeTruthy()
    expect(screen.getByText('kept back from this copy, as are percentage and names')).toBeTruthy()
  })

  it('rejects invalid JSON and documents that are not a record with different messages', async () => {
    const { drop } = await open()
    drop('{')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This is neither a record nor a ticket: it is not JSON.',
    )
    drop('{"a":1}')
    expect(await screen.findByText(/This is no record of a draw/)).toBeTruthy()
  })

  it("claims without the server's keys only that the record is consistent", async () => {
    const { drop } = await open({ knowsKeys: false })
    drop(JSON.stringify(makeDocument()))
    expect(await screen.findByText('This record agrees with itself')).toBeTruthy()
  })

  it('reads the record of a draw for an operator by its id or link', async () => {
    signInAs({ role: 'admin' })
    const { backend, user } = await open()
    await user.type(
      screen.getByLabelText('Or the number or id of a draw, or a link to it'),
      `/admin/game/draw/${drawId}{Enter}`,
    )
    expect(await screen.findByText('This draw is genuine')).toBeTruthy()
    expect(backend.callsOf(liveApi.draw)[0]?.params).toEqual({ drawId })
    expect(backend.callsOf(liveApi.record)).toEqual([])
  })

  it.each([
    ['both ids', drawId, 't-1'],
    ['a link with both', `https://cascade.example/public/verify?draw=${drawId}&ticket=t-1`, ''],
  ])('reads the record of a draw for a ticket holder by %s', async (_, typedDraw, typedTicket) => {
    const { backend, user } = await open()
    await user.type(screen.getByLabelText('Or the number or id of a draw, or a link to it'), typedDraw)
    if (typedTicket) await user.type(screen.getByLabelText('Id of a ticket of that draw'), typedTicket)
    await user.click(screen.getByRole('button', { name: 'Check' }))
    expect(await screen.findByText('This draw is genuine')).toBeTruthy()
    expect(backend.callsOf(liveApi.record)[0]).toMatchObject({ params: { drawId }, query: { ticketId: 't-1' } })
  })

  it('says that a ticket is needed, and requests nothing without one', async () => {
    const { backend } = await open({ url: `/public/verify?draw=${drawId}` })
    expect((await screen.findByRole('alert')).textContent).toContain('those who hold a ticket of it')
    expect([...backend.callsOf(liveApi.record), ...backend.callsOf(liveApi.draw)]).toEqual([])
  })

  it('reports an unknown draw', async () => {
    await open({ url: '/public/verify?draw=a1_MNOQqWWi_9&ticket=t-1', knowsDraw: false })
    expect((await screen.findByRole('alert')).textContent).toBe('There is no such draw.')
  })

  it("lists the draws with a number in the operator's games, and verifies the chosen one", async () => {
    signInAs({ role: 'admin' })
    const found = exampleOf(liveApi.findDraws).response.data.map(draw => ({ ...draw, drawId, number: 7 }))
    const { backend, user } = await open({ url: '/public/verify?draw=7', found })
    await user.click(await screen.findByRole('button', { name: /draw 7/ }))
    expect(await screen.findByText('This draw is genuine')).toBeTruthy()
    expect(backend.callsOf(liveApi.findDraws)[0]?.query).toMatchObject({ q: '7' })
    expect(backend.callsOf(liveApi.draw).map(({ params }) => params)).toEqual([{ drawId }])
  })

  it('shows a game outside the master data by name to its operators and never by id', async () => {
    const document = makeDocument()
    const own = JSON.stringify({ ...document, record: { ...document.record, gameId: 'OwnGames' } })
    const stranger = await open()
    stranger.drop(own)
    expect(await screen.findByRole('heading', { level: 2, name: 'Draw 1' })).toBeTruthy()
    stranger.unmount()
    signInAs({ role: 'admin' })
    const operator = await open()
    operator.drop(own)
    expect(await screen.findByRole('heading', { level: 2, name: 'Our own, draw 1' })).toBeTruthy()
  })

  it('asks an anonymous visitor who searches by number to sign in', async () => {
    const { backend } = await open({ url: '/public/verify?draw=7' })
    expect((await screen.findByRole('alert')).textContent).toContain('Sign in as an operator')
    expect(backend.callsOf(liveApi.record)).toEqual([])
  })
})
