import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Chooses an action from the overflow menu of a row. */
export async function chooseFromMenu(user: UserEvent, action: string, username: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `More actions: ${username}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}
