import { formatDateTime, formatPoints } from '@cascade/ui-kit'
import { type Receipt, toReference } from './book-credit'
import { receiptTexts } from './receipt-texts'

const { text } = receiptTexts

/** Lines of a shared receipt: only the balance of the account itself, never of the account that gave the credit. */
function buildLines({ booking, from, to, by, at, transferId, fromBalance, toBalance }: Receipt) {
  const isTransfer = booking.kind === 'transfer'
  return [
    { label: text('fromLabel'), value: from },
    { label: text('toLabel'), value: to },
    { label: text('byLabel'), value: by },
    { label: text('timeLabel'), value: formatDateTime(at) },
    { label: text('referenceLabel'), value: toReference(transferId) },
    ...(booking.note ? [{ label: text('noteLabel'), value: booking.note }] : []),
    {
      label: text('balanceOf', { username: isTransfer ? to : from }),
      value: formatPoints(isTransfer ? toBalance : fromBalance),
    },
  ]
}

const titleOf = ({ booking }: Receipt) => text(booking.kind === 'transfer' ? 'sent' : 'taken')

const buildText = (receipt: Receipt) =>
  [
    `${titleOf(receipt)}: ${formatPoints(receipt.booking.amount)}`,
    ...buildLines(receipt).map(({ label, value }) => `${label}: ${value}`),
  ].join('\n')

/** Shares the receipt as picture and text, or downloads the picture if the browser cannot share. */
export async function shareReceipt(receipt: Receipt): Promise<void> {
  const name = `Receipt-${toReference(receipt.transferId)}.png`
  const picture = await drawReceipt(receipt)
  if (typeof navigator.share !== 'function') return save(name, picture)
  const files = [new File([picture], name, { type: picture.type })]
  const content = { title: text('receipt'), text: buildText(receipt) }
  try {
    await navigator.share(navigator.canShare?.({ files }) ? { ...content, files } : content)
  } catch (error) {
    // Ignore a cancelled share.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}

function save(name: string, picture: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(picture)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href))
}

const widthPx = 720
const edgePx = 48
const rowPx = 62

async function drawReceipt(receipt: Receipt): Promise<Blob> {
  const lines = buildLines(receipt)
  const canvas = document.createElement('canvas')
  canvas.width = widthPx
  canvas.height = 330 + lines.length * rowPx
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser draws nothing')
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(`--${name}`)
  const write = (content: string, at: { x: number; y: number }, font: string, fill: string, align: CanvasTextAlign) => {
    pen.font = `${font} ${style.getPropertyValue('--font') || 'sans-serif'}`
    pen.fillStyle = colour(fill)
    pen.textAlign = align
    pen.fillText(content, at.x, at.y, widthPx - 2 * edgePx)
  }
  pen.fillStyle = colour('surface')
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = colour('accent')
  pen.fillRect(0, 0, widthPx, 12)
  write('Cascade', { x: edgePx, y: 78 }, '650 30px', 'text', 'left')
  write(text('receipt'), { x: widthPx - edgePx, y: 78 }, '500 24px', 'muted', 'right')
  write(titleOf(receipt), { x: widthPx / 2, y: 158 }, '550 28px', 'success', 'center')
  write(formatPoints(receipt.booking.amount), { x: widthPx / 2, y: 238 }, '700 72px', 'text', 'center')
  lines.forEach(({ label, value }, at) => {
    const y = 330 + at * rowPx
    pen.fillStyle = colour('line')
    pen.fillRect(edgePx, y - 42, widthPx - 2 * edgePx, 1)
    write(label, { x: edgePx, y }, '400 25px', 'muted', 'left')
    write(value, { x: widthPx - edgePx, y }, '550 25px', 'text', 'right')
  })
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The picture is empty'))), 'image/png'),
  )
}
