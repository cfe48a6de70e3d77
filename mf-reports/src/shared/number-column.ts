import type { ExportColumn } from '@cascade/ui-kit/data'
import { texts } from '../texts'

/** The first column of files that are written as the screen shows them. */
export const numberColumn: ExportColumn<unknown> = {
  title: texts.text('number'),
  value: (_row, index) => index + 1,
  kind: 'count',
}
