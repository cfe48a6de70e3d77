import { expect, it } from 'vitest'
import { readNumber } from './number-input'

it.each([
  ['0', 0],
  ['-5', -5],
  ['12.50', 12.5],
  ['.5', 0.5],
  ['5.', 5],
  [' 1,234,567.89 ', 1_234_567.89],
  ['1.005', 1.005],
  ['007', 7],
  ['9999999999999.99', 9_999_999_999_999.99],
])('reads %j as the figure that stands there', (text, figure) => expect(readNumber(text)).toBe(figure))

it('takes an empty text for no figure at all', () => expect(readNumber('  ')).toBeNull())

it.each([
  '-',
  '.',
  '1e3',
  '0x10',
  '1,5',
  '12,34',
  '1 000',
  '--1',
  '5-',
  '٣',
  '3 points',
  '9007199254740993',
  'Infinity',
])('does not make a figure out of %j', text => expect(readNumber(text)).toBeNaN())
