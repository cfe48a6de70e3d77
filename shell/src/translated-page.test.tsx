import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { surviveTranslation } from './translated-page'

beforeAll(surviveTranslation)
afterEach(cleanup)

function translate(root: Node, into = (font: HTMLElement, text: Text) => font.append(text.data)) {
  for (const node of [...root.childNodes]) {
    if (node instanceof Text) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      node.replaceWith(outer)
      outer.append(inner)
      into(inner, node)
    } else if (!(node instanceof HTMLElement) || (node.translate !== false && node.nodeName !== 'FONT'))
      translate(node, into)
  }
}
const moved = (font: HTMLElement, text: Text) => font.append(text)

type Props = { count: number; isOpen: boolean; rows: readonly string[] }
const Screen = ({ count, isOpen, rows }: Props) => (
  <p>
    {isOpen && 'Bets are open. '}
    {isOpen ? <b>Now</b> : null} {count} of {rows.length} rows: {rows.map(row => `${row}, `)}
    {count > 5 && 'many '}
    <i>{count}</i>
  </p>
)
const states: Props[] = [
  { count: 1, isOpen: true, rows: ['a', 'b'] },
  { count: 2, isOpen: false, rows: ['b', 'c', 'a'] },
  { count: 7, isOpen: true, rows: [] },
  { count: 8, isOpen: false, rows: ['d'] },
]

describe('a translated page', () => {
  it.each([
    ['detached', undefined],
    ['moved into the translation', moved],
  ])('renders all of its states with text nodes %s', async (_, into) => {
    const plain = states.map(state => {
      const { container, unmount } = render(<Screen {...state} />)
      const shown = container.textContent
      unmount()
      return shown
    })
    const { container, rerender, unmount } = render(<Screen {...(states[0] as Props)} />)
    for (const [at, state] of [...states, ...states].entries()) {
      translate(container, into)
      await act(async () => rerender(<Screen {...state} />))
      expect(container.textContent).toBe(plain[at % plain.length])
    }
    translate(container, into)
    unmount()
    expect(container.textContent).toBe('')
  })

  it('still throws when it removes or inserts before a foreign node', () => {
    const [parent, other] = [document.createElement('p'), document.createElement('p')]
    expect(() => parent.removeChild(other)).toThrow()
    expect(() => parent.insertBefore(document.createElement('b'), other)).toThrow()
  })
})
