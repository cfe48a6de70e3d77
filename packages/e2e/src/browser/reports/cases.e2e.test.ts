import { caseTexts, playCaseApi } from '@cascade/contracts/reports'
import type { Page } from 'playwright'
import { describe, expect, it, vi } from 'vitest'
import { expectMessage } from '../../support/messages'
import { api } from '../../support/suite'
import { createTree, visitorAs } from '../../support/visitor-as'

const tree = createTree()
const master = visitorAs('master', { tree })
const admin = visitorAs('admin', { tree })

const subject = 'Win not paid'
const answer = 'It was paid at 10:15.'

async function openCase(page: Page) {
  await page.getByRole('link', { name: subject }).click()
  await page.getByRole('heading', { level: 1, name: subject }).waitFor()
}

describe('a case', () => {
  it('goes from a player to its master, who answers, and to the admin, who reads and closes it', async () => {
    const player = await api.login(tree.branch.player.username)
    const body = { subject, text: 'My ticket won.' }
    // svc-reports learns of the new player through events.
    const { data: opened } = await vi.waitFor(() => api.call(playCaseApi.create, player, { body }), 30_000)
    const read = async () => (await api.call(playCaseApi.read, player, { params: { id: opened._id } })).data

    const page = await master.open('cases', 'Cases')
    await openCase(page)
    await page.getByText('My ticket won.').waitFor()
    await page.getByRole('textbox', { name: 'Answer' }).fill(answer)
    await page.getByRole('button', { name: 'Send answer' }).click()
    await expectMessage(page, caseTexts.answered)
    expect((await read()).answers).toMatchObject([{ text: answer, role: 'master' }])

    const above = await admin.open('cases', 'Cases')
    await openCase(above)
    await above.getByText(answer).waitFor()
    await above.getByRole('button', { name: 'Close case' }).click()
    await expectMessage(above, caseTexts.closed)
    expect((await read()).state).toBe('closed')
    expect([...master.faults, ...admin.faults]).toEqual([])
  })
})
