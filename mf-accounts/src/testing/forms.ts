import { accountApi, geoApi } from '@cascade/contracts/accounts'
import { gameExample, gamesApi } from '@cascade/contracts/games'
import { on } from '@cascade/web-kit/testing'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { answer, listAnswer, makeAccount } from './make-account'

/** Default responses for account forms: countries, states, cities, games and superadmins. */
export const formResponses = () => [
  on(accountApi.superadmin.list, listAnswer(makeAccount({ role: 'superadmin', refId: null }))),
  on(gamesApi.list, { success: true, data: [gameExample] }),
  on(
    geoApi.countries,
    answer([
      { code: 'IN', name: 'India' },
      { code: 'NP', name: 'Nepal' },
    ]),
  ),
  on(geoApi.states, answer([{ code: 'MH', name: 'Maharashtra' }])),
  on(geoApi.cities, answer(['Pune', 'Nagpur', 'Mumbai'])),
]

export const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Submit' }))
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
/** Messages below the fields. */
export const errors = () => [...document.querySelectorAll('.ant-form-item-explain-error')].map(each => each.textContent)
