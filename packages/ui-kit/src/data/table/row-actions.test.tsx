import { accountApi } from '@cascade/contracts/accounts'
import { makePerson, signInAs } from '@cascade/web-kit/testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../testing/render-app'
import { Sheet } from '../phone/sheet'
import { RowActions } from './row-actions'

const { read, toggle, transfer } = accountApi.player
const actions = [
  { key: 'view', label: 'View', icon: null },
  { key: 'read', label: 'Read', icon: null, call: read },
  { key: 'credit', label: 'Credit', icon: null, call: transfer },
  { key: 'toggle', label: 'Toggle', icon: null, call: toggle },
]
const row = <RowActions of="player1" actions={actions} />
const sheet = (
  <Sheet open title="player1" onClose={() => undefined}>
    {row}
  </Sheet>
)

describe('the actions of a row', () => {
  it.each([
    ['the account itself', undefined, ['View', 'Read', 'Credit', 'Toggle']],
    ['a cashier', makePerson('cashier'), ['View', 'Read', 'Credit']],
    ['an auditor', makePerson('auditor'), ['View', 'Read']],
  ])('are those whose calls %s may make, in a table and in a sheet', async (_, person, labels) => {
    signInAs({ person })
    const { unmount } = await renderApp([{ path: '/', element: row }])
    expect(screen.getAllByRole('button').map(button => button.getAttribute('aria-label'))).toEqual(
      labels.map(label => `${label} player1`),
    )
    unmount()
    await renderApp([{ path: '/', element: sheet }])
    const dialog = within(await screen.findByRole('dialog'))
    for (const { label } of actions)
      expect(dialog.queryByRole('button', { name: label }) !== null, label).toBe(labels.includes(label))
  })
})
