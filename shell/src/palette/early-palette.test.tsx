import { renderApp } from '@cascade/ui-kit/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { EarlyPalette } from './palette'
import { closeDialog, openDialog, useOpenDialog } from './palette-state'

describe('the early palette', () => {
  it('takes the focus at once and keeps keystrokes for the dialog', async () => {
    const { user } = await renderApp([{ path: '/', element: <EarlyPalette /> }])
    onTestFinished(closeDialog)
    openDialog('palette')
    expect(document.activeElement).toBe(screen.getByLabelText('Search screens and accounts', { selector: 'input' }))
    await user.keyboard('gaming{Backspace}')
    expect(useOpenDialog.getState().typed).toBe('gamin')
  })
})
