import { announcementApi, announcementExample, announcementTexts } from '@cascade/contracts/accounts'
import { openRemote } from '@cascade/ui-kit/testing'
import { on } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote'

const list = on(announcementApi.list, { success: true, data: [announcementExample], total: 1 })
const saved = (message: string) => ({ success: true, message, data: announcementExample })

describe('the page of announcements', () => {
  it('lists them with the roles in words, and changes one', async () => {
    const change = on(announcementApi.change, saved(announcementTexts.changed))
    const { user, backend } = await openRemote(remote.routes, '/admin/announcements', list, change)
    expect(await screen.findByText('Master, Player')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Edit/ }))
    const field = await screen.findByRole('textbox', { name: 'Text' })
    await user.clear(field)
    await user.type(field, 'Draws pause')
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByText(announcementTexts.changed)).toBeTruthy()
    const { _id: id, ...body } = announcementExample
    expect(backend.callsOf(announcementApi.change)).toMatchObject([
      { params: { id }, body: { ...body, text: 'Draws pause' } },
    ])
  })

  it('rejects an incomplete one before it is sent', async () => {
    const { user, backend } = await openRemote(remote.routes, '/master/announcements', list)
    await user.click(await screen.findByRole('button', { name: 'New announcement' }))
    await user.click(await screen.findByRole('button', { name: 'Submit' }))
    expect(await screen.findByText('Text is required')).toBeTruthy()
    expect(backend.callsOf(announcementApi.create)).toEqual([])
  })

  it('deletes one after a confirmation', async () => {
    const remove = on(announcementApi.remove, { success: true, message: announcementTexts.removed })
    const { user, backend } = await openRemote(remote.routes, '/admin/announcements', list, remove)
    await user.click(await screen.findByRole('button', { name: /^Delete/ }))
    await screen.findByText('Delete this announcement?')
    expect(backend.callsOf(announcementApi.remove)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(backend.callsOf(announcementApi.remove)).toHaveLength(1))
    expect(await screen.findByText(announcementTexts.removed)).toBeTruthy()
  })
})
