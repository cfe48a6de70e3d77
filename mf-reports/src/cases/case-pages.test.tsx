import { caseApi, caseExample, caseTexts } from '@cascade/contracts/reports'
import { chooseOption } from '@cascade/ui-kit/testing'
import { on, type RecordedCall } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage } from '../testing/open-page'

const { _id: id, number, subject, ticketId } = caseExample
const list = on(caseApi.list, { success: true, data: [caseExample], total: 1 })
const read = on(caseApi.read, { success: true, data: caseExample })
const changed = (message: string, fields: object = {}) => ({
  success: true,
  message,
  data: { ...caseExample, ...fields },
})

describe('the list of cases', () => {
  it('requests open cases first, then those of the chosen filters and words', async () => {
    const { backend, user } = await openPage('/master/cases', list)
    expect((await screen.findByRole('link', { name: subject })).getAttribute('href')).toBe(`/master/cases/${id}`)
    expect(screen.getByText('player1, Player')).toBeTruthy()
    expect(backend.callsOf(caseApi.list)[0]?.query).toMatchObject({ state: 'open', page: '1' })
    await user.click(screen.getByRole('button', { name: /Filters/ }))
    await chooseOption(user, 'State', 'Closed')
    await user.type(screen.getByRole('searchbox'), 'win')
    await waitFor(() =>
      expect(backend.callsOf(caseApi.list).at(-1)?.query).toMatchObject({ state: 'closed', q: 'win' }),
    )
  })

  it('opens a new case, and rejects an incomplete one before it is sent', async () => {
    const create = on(caseApi.create, changed(caseTexts.opened))
    const { backend, user } = await openPage('/admin/cases', list, create)
    await user.click(await screen.findByRole('button', { name: 'New case' }))
    await user.type(await screen.findByRole('textbox', { name: 'Text' }), 'Please raise my limit.')
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByText(caseTexts.subject)).toBeTruthy()
    expect(backend.callsOf(caseApi.create)).toEqual([])
    await user.type(screen.getByRole('textbox', { name: 'Subject' }), 'Limit')
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByText(caseTexts.opened)).toBeTruthy()
    const body = { subject: 'Limit', text: 'Please raise my limit.' }
    expect(backend.callsOf(caseApi.create)).toMatchObject([{ body }])
  })
})

describe('the page of a case', () => {
  it('shows its text and answers, and links its account, ticket and draw', async () => {
    await openPage(`/admin/cases/${id}`, read)
    expect(await screen.findByRole('heading', { name: `#${number} ${subject}` })).toBeTruthy()
    expect(screen.getByText(caseExample.text)).toBeTruthy()
    expect(screen.getByText('It was paid at 10:15.')).toBeTruthy()
    const hrefs = screen.getAllByRole('link').map(link => link.getAttribute('href'))
    expect(hrefs).toEqual([
      '/admin/player/players/details/id-player',
      `/admin/gamehistory?q=${ticketId}&preset=1`,
      `/admin/game/draw/${caseExample.drawId}`,
    ])
  })

  it('names the persons who opened and answered it, with their accounts', async () => {
    const person = { id: 'p1', name: 'Anita Rao' }
    const master = { accountId: 'id-master', username: 'master1', role: 'master', person }
    const answers = caseExample.answers.map(answer => ({ ...answer, by: master }))
    await openPage(`/admin/cases/${id}`, on(caseApi.read, changed('', { account: master, answers })))
    expect(await screen.findAllByText(/^Anita Rao \(master1\), Master/)).toHaveLength(2)
  })

  it('has no link to the draw for a role that cannot open it', async () => {
    await openPage(`/master/cases/${id}`, read)
    await screen.findByText(caseExample.text)
    expect(screen.queryByRole('link', { name: 'Record of the draw' })).toBeNull()
  })

  it('answers, assigns and closes the case', async () => {
    const answer = on(caseApi.answer, changed(caseTexts.answered))
    const assign = on(caseApi.assign, changed(caseTexts.assigned))
    const close = on(caseApi.close, changed(caseTexts.closed))
    const { backend, user } = await openPage(`/admin/cases/${id}`, read, answer, assign, close)
    await user.type(await screen.findByRole('textbox', { name: 'Answer' }), 'It is on its way.')
    await user.click(screen.getByRole('button', { name: 'Send answer' }))
    expect(await screen.findByText(caseTexts.answered)).toBeTruthy()
    await chooseOption(user, 'Assigned to', 'master1')
    expect(await screen.findByText(caseTexts.assigned)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Close case' }))
    expect(await screen.findByText(caseTexts.closed)).toBeTruthy()
    const calls = ({ params, body }: RecordedCall) => ({ params, body })
    const sent = [caseApi.answer, caseApi.assign, caseApi.close].flatMap(each => backend.callsOf(each).map(calls))
    const bodies = [{ text: 'It is on its way.' }, { userId: 'id-master' }, {}]
    expect(sent).toEqual(bodies.map(body => ({ params: { id }, body })))
  })
})
