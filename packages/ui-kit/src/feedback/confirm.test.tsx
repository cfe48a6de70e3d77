import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../testing'
import { useConfirm } from './confirm-provider'

function Page() {
  const confirm = useConfirm()
  const [answer, setAnswer] = useState('')
  const ask = async () => {
    const text = 'Are you sure you want to delete AD1?'
    setAnswer(String(await confirm({ title: 'Delete Confirmation', text, destructive: true })))
  }
  return (
    <button type="button" onClick={() => void ask()}>
      delete {answer}
    </button>
  )
}
const show = () => renderApp([{ path: '/', element: <Page /> }])

describe('a confirmation', () => {
  it('names object and effect, focuses Cancel, and restores the focus', async () => {
    const { user } = await show()
    await user.click(screen.getByRole('button', { name: /delete/ }))
    expect(await screen.findByText('Delete Confirmation')).toBeTruthy()
    expect(screen.getByText('Are you sure you want to delete AD1?')).toBeTruthy()
    const cancel = screen.getByRole('button', { name: 'Cancel' })
    await waitFor(() => expect(document.activeElement).toBe(cancel))
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    const trigger = await screen.findByText('delete true')
    await waitFor(() => expect(document.activeElement).toBe(trigger))
  })

  it('resolves to false on Escape', async () => {
    const { user } = await show()
    await user.click(screen.getByRole('button', { name: /delete/ }))
    await screen.findByText('Delete Confirmation')
    await user.keyboard('{Escape}')
    expect(await screen.findByText('delete false')).toBeTruthy()
  })

  it('does not move the focus after a key press during the opening animation', async () => {
    const { user } = await show()
    await user.click(screen.getByRole('button', { name: /delete/ }))
    const dialog = await screen.findByRole('dialog')
    const [cancel, confirm] = ['Cancel', 'Confirm'].map(name => screen.getByRole('button', { name }))
    await waitFor(() => expect(document.activeElement).toBe(cancel))
    await user.tab()
    expect(document.activeElement).toBe(confirm)
    await waitFor(() => expect(dialog.className).toContain('active'))
    fireEvent.animationEnd(dialog)
    await waitFor(() => expect(dialog.className).not.toContain('active'))
    expect(document.activeElement).toBe(confirm)
  })
})
