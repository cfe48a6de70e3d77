import { gameCodes } from '@cascade/contracts/games'
import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { GamePicture, hasPicture, OptionPicture } from './index'

const drawnIn = (container: HTMLElement) => container.querySelector('svg')?.innerHTML ?? ''
async function drawn(element: React.ReactElement) {
  const { container, unmount } = render(element)
  await waitFor(() => expect(drawnIn(container)).not.toBe(''))
  const picture = drawnIn(container)
  unmount()
  return picture
}

describe('GamePicture', () => {
  it('draws each known game, and one default picture for all others', async () => {
    const own = await Promise.all(Object.values(gameCodes).map(code => drawn(<GamePicture gameId={code} />)))
    const other = await drawn(<GamePicture gameId="Unknownn" />)
    expect(new Set([...own, other]).size).toBe(14)
    expect(await drawn(<GamePicture gameId="toString" />)).toBe(other)
  })
})

describe('OptionPicture', () => {
  const titli = 'umbrella ball sun lamp cow water-pot kite spinning-top rose butterfly eagle rabbit'.split(' ')
  const suits = ['spade', 'heart', 'diamond', 'club']
  const ranks = 'a 2 3 4 5 6 7 8 9 10 j q k'.split(' ')
  const balls = Array.from({ length: 25 }, (_, index) => `ball-${index + 1}`)
  const cards = ranks.flatMap(rank => [`card-${rank}`, ...suits.map(suit => `card-${rank}-${suit}`)])

  it('draws each built-in key differently', async () => {
    const keys = [...titli, ...balls, ...cards, ...suits.map(suit => `suit-${suit}`)]
    const pictures = await Promise.all(keys.map(key => drawn(<OptionPicture image={key} />)))
    expect(new Set(pictures).size).toBe(keys.length)
    expect(keys.every(hasPicture)).toBe(true)
  })

  it.each(['ball-0', 'ball-26', 'card-1', 'card-k-hearts', 'toString', ''])('is absent for %j', key => {
    expect(hasPicture(key)).toBe(false)
    expect(render(<OptionPicture image={key} />).container.innerHTML).toBe('')
  })

  it('shows an uploaded picture by its hash', () => {
    const hash = 'a1'.repeat(32)
    render(<OptionPicture image={hash} size={40} title="Mango" />)
    expect(screen.getByRole('img', { name: 'Mango' }).getAttribute('src')).toBe(`/api/game/images/${hash}`)
    expect(hasPicture(hash)).toBe(true)
  })
})

describe('the title of a picture', () => {
  it('becomes its accessible name; a picture without title has none', async () => {
    await drawn(<GamePicture gameId={gameCodes.bingo} />)
    render(<GamePicture gameId={gameCodes.bingo} title="Bingo" size={160} />)
    const picture = screen.getByRole('img', { name: 'Bingo' })
    expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['160', '160'])
    render(<OptionPicture image="kite" />)
    expect(screen.getAllByRole('img')).toHaveLength(1)
  })
})
