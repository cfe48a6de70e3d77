import { gamesApi } from '@cascade/contracts/games'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../screens/axe-violations'
import { api } from '../support/suite'
import { createTree, visitorAs } from '../support/visitor-as'

const tree = createTree()

/** `:id` is replaced by the id of a game. */
const screens = [
  ...['timemaster', 'timemaster/create', 'gamemaster', 'gamemaster/create'],
  ...['gamemaster/edit/:id', 'gamemaster/description/:id', 'winpercentage'],
]

/** Any heading except that of the screen from which the next one is opened. */
const anyOther = /^(?!Profile$)./

describe.each([
  ['light', 1440],
  ['dark', 390],
] as const)('game screens in the %s theme at %i px', (colorScheme, width) => {
  const visitor = visitorAs('superadmin', { tree, sharesPage: true })

  it.each(screens)('%s has no serious accessibility violations', async path => {
    await visitor.page.emulateMedia({ colorScheme })
    await visitor.page.setViewportSize({ width, height: 844 })
    const [game] = (await api.call(gamesApi.list, visitor.superadmin)).data
    await visitor.open(path.replace(':id', `${game?._id}`), anyOther)
    expect(await axeViolations(visitor.page)).toEqual([])
  })
})
