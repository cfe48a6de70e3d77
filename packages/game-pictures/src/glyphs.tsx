/** Digits and letters as strokes in a 10 × 16 box, so that they look the same with every font. */
const strokes: Readonly<Record<string, string>> = {
  '0': 'M5 1C8 1 9 4.5 9 8S8 15 5 15 1 11.5 1 8 2 1 5 1Z',
  '1': 'M2.4 4 6.2 1V15',
  '2': 'M1.2 4.8C1.2 2.5 2.8 1 5 1S8.8 2.5 8.8 4.7C8.8 8 1 10.4 1 15H9',
  '3': 'M1.3 3C2.1 1.7 3.4 1 5 1 7.2 1 8.7 2.4 8.7 4.3S7 7.6 4.6 7.6C7.2 7.6 9 9 9 11.2S7.3 15 5 15C3.2 15 1.8 14.2 1 12.8',
  '4': 'M7 15V1L1 10.6H9.3',
  '5': 'M8.3 1H2.3L1.6 7.4C2.4 6.5 3.6 6 5 6 7.4 6 9 7.8 9 10.4S7.3 15 4.9 15C3.2 15 1.8 14.2 1 12.9',
  '6': 'M7.6 1.2C3.8 2.2 1 6 1 10.4 1 13.2 2.7 15 5 15S9 13.2 9 10.6 7.4 6.4 5.1 6.4C3.2 6.4 1.6 7.6 1.1 9.6',
  '7': 'M1 1H9L4 15',
  '8': 'M5 7.4C3 7.4 1.6 6.1 1.6 4.2S3 1 5 1 8.4 2.3 8.4 4.2 7 7.4 5 7.4C2.7 7.4 1 9 1 11.2S2.7 15 5 15 9 13.4 9 11.2 7.3 7.4 5 7.4Z',
  '9': 'M2.4 14.8C6.2 13.8 9 10 9 5.6 9 2.8 7.3 1 5 1S1 2.8 1 5.4 2.6 9.6 4.9 9.6C6.8 9.6 8.4 8.4 8.9 6.4',
  A: 'M.8 15 5 1 9.2 15M2.4 10.4H7.6',
  K: 'M1.4 1V15M9 1 1.4 9.4M4.3 6.4 9.2 15',
  Q: 'M5 1C8 1 9 4.5 9 8S8 15 5 15 1 11.5 1 8 2 1 5 1ZM5.8 11.2 9.4 15.4',
  J: 'M7.6 1V11C7.6 13.6 6.3 15 4.4 15S1.2 13.8 1 12',
}

/** Widths of characters narrower than the box. */
const widths: Readonly<Record<string, number>> = { '1': 7.5 }
const gap = 2.4

const measureWidth = (text: string) => [...text].reduce((sum, each) => sum + (widths[each] ?? 10) + gap, -gap)

type Props = {
  text: string
  /** Centre of the text. */
  x: number
  y: number
  height: number
  /** Width of the stroke, in units of the picture. */
  weight: number
  color: string
}

/** A short text drawn as paths. */
export function Glyphs({ text, x, y, height, weight, color }: Props) {
  const scale = height / 16
  let cursor = x - (measureWidth(text) * scale) / 2
  const placed = [...text].map((sign, index) => {
    const left = cursor
    cursor += ((widths[sign] ?? 10) + gap) * scale
    return { key: `${index}${sign}`, path: strokes[sign], left: left - (sign === '1' ? scale : 0) }
  })
  return (
    <g fill="none" stroke={color} strokeWidth={weight / scale} strokeLinecap="round" strokeLinejoin="round">
      {placed.map(({ key, path, left }) => (
        <path
          key={key}
          d={path}
          transform={`translate(${left.toFixed(2)} ${(y - height / 2).toFixed(2)}) scale(${scale})`}
        />
      ))}
    </g>
  )
}
