import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Opens a select by its label and takes one of its options. */
export async function choose(user: UserEvent, label: string, option: string): Promise<void> {
  const box = await screen.findByLabelText(label)
  await waitFor(() => {
    if (box.closest('.ant-select-disabled')) throw new Error(`${label} is disabled`)
  })
  await user.click(box)
  await user.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }))
}

/** What a select shows as its value. */
export const chosen = (label: string) => screen.getByLabelText(label).closest('.ant-select')?.textContent ?? ''
