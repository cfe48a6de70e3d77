import { watchApi, watchExample, watchRuleDefaults, watchTexts } from '@cascade/contracts/reports'
import { chooseOption } from '@cascade/ui-kit/testing'
import { on } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage } from '../testing/open-page'

const { _id: id } = watchExample
const evidences = {
  inAndOut: { in: 2_000, out: 1_999.5, play: 10, days: 3 },
  wins: { play: 1_000, win: 9_000, luck: 6_200, tickets: 1_200, days: 7 },
  limits: { times: 4 },
  network: { players: 12 },
} as const
const rows = [
  watchExample,
  ...Object.entries(evidences).map(([rule, evidence]) => ({
    ...watchExample,
    ...{ _id: rule, rule: rule as keyof typeof evidences, evidence },
  })),
]
const list = on(watchApi.list, { success: true, data: rows, total: rows.length })
const change = on(watchApi.change, { success: true, message: watchTexts.changed, data: watchExample })
const read = on(watchApi.rules, { success: true, data: watchRuleDefaults })
const save = on(watchApi.setRules, { success: true, message: watchTexts.rulesChanged, data: watchRuleDefaults })

describe('the watch list', () => {
  it('says in words why each player is there, and links the player', async () => {
    await openPage('/master/watch', list)
    const words = [
      'Staked 6,000.00, 6.3 times the usual 950.50. Days with play before: 12.',
      '2,000.00 came in, 1,999.50 went out, 10.00 was played. Days: 3.',
      'Won 9,000.00 with play of 1,000.00; luck explains up to 6,200.00. Tickets: 1,200, days: 7.',
      'Bets rejected by a limit of stakes or losses: 4.',
      'Players of the branch who signed in from the same address on this day: 12.',
    ]
    for (const each of words) expect(await screen.findByText(each)).toBeTruthy()
    const [link] = screen.getAllByRole('link', { name: 'player1' })
    expect(link?.getAttribute('href')).toBe('/master/player/players/details/id-player')
  })

  it('requests open entries first, then those of the chosen rule', async () => {
    const { backend, user } = await openPage('/master/watch', list)
    await screen.findAllByText('Sudden stakes')
    expect(backend.callsOf(watchApi.list)[0]?.query).toMatchObject({ state: 'open', page: '1' })
    await user.click(screen.getByRole('button', { name: /Filters/ }))
    await chooseOption(user, 'Rule', 'Limits reached')
    await waitFor(() => expect(backend.callsOf(watchApi.list).at(-1)?.query).toMatchObject({ rule: 'limits' }))
  })

  it('changes the state of an entry and takes it', async () => {
    const { backend, user } = await openPage('/admin/watch', list, change)
    await user.click(await screen.findByRole('combobox', { name: 'State of player1, Sudden stakes' }))
    await user.click(await screen.findByText('Looked at', { selector: '.ant-select-item-option-content *' }))
    expect(await screen.findByText(watchTexts.changed)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Take player1, Sudden stakes' }))
    await waitFor(() => expect(backend.callsOf(watchApi.change)).toHaveLength(2))
    const sent = backend.callsOf(watchApi.change).map(({ params, body }) => ({ params, body }))
    const bodies = [{ state: 'reviewed' }, { assignee: expect.any(String) }]
    expect(sent).toEqual(bodies.map(body => ({ params: { id }, body })))
  })
})

describe('the rules of the watch list', () => {
  it('are switched and tuned by an admin, and checked before they are sent', async () => {
    const { backend, user } = await openPage('/admin/watch', list, read, save)
    await user.click(await screen.findByRole('button', { name: 'Rules' }))
    const factor = await screen.findByRole('textbox', { name: 'Times the usual play of a day' })
    await user.clear(factor)
    await user.type(factor, '1')
    await user.click(screen.getByRole('switch', { name: 'Active: Limits reached' }))
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await waitFor(() => expect(factor.getAttribute('aria-invalid')).toBe('true'))
    expect(backend.callsOf(watchApi.setRules)).toEqual([])
    await user.type(factor, '0')
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByText(watchTexts.rulesChanged)).toBeTruthy()
    const { stakes, limits } = watchRuleDefaults
    const body = { ...watchRuleDefaults, stakes: { ...stakes, factor: 10 }, limits: { ...limits, isOn: false } }
    expect(backend.callsOf(watchApi.setRules)).toMatchObject([{ body }])
  })

  it('are not offered to a master', async () => {
    await openPage('/master/watch', list)
    await screen.findAllByText('Sudden stakes')
    expect(screen.queryByRole('button', { name: 'Rules' })).toBeNull()
  })
})
