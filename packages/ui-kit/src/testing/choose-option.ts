import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Selects an option of a select by its label. */
export async function chooseOption(user: UserEvent, label: string, option: string): Promise<void> {
  const box = await screen.findByLabelText(label)
  await waitFor(() => {
    if (box.closest('.ant-select-disabled')) throw new Error(`${label} is disabled`)
  })
  await user.click(box)
  await user.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }))
}

/** The displayed value of a select. */
export const selectedOption = (label: string) => screen.getByLabelText(label).closest('.ant-select')?.textContent ?? ''
