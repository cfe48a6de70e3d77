import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MenuIcon } from './menu-icon'

it('hides the icon from screen readers', () => {
  render(
    <button type="button">
      <MenuIcon name="otc" /> OTC
    </button>,
  )
  expect(screen.getByRole('button', { name: 'OTC' })).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
})
