import { fakeBackend, signInAs } from '@cascade/web-kit/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { dashboardAnswers, openShell } from '../testing/open-shell'

describe('the page focus', () => {
  it('moves to the heading after navigation to a page, and at no other time', async () => {
    fakeBackend(...dashboardAnswers(signInAs()))
    const { router } = await openShell('/admin/player')
    await screen.findByRole('heading', { name: 'players of accounts' })
    expect(document.activeElement).toBe(document.body)
    await act(async () => router.navigate('/admin/commissionpayoutReport'))
    const heading = await screen.findByRole('heading', { name: 'commission of reports' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    const link = screen.getByRole('link', { name: 'Skip to content' })
    link.focus()
    await act(async () => router.navigate('/admin/commissionpayoutReport?page=2'))
    expect(document.activeElement).toBe(link)
  })
})
