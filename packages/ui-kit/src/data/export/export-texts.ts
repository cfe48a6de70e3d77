import { defineTexts } from '../../i18n/texts'

export const exportTexts = defineTexts('export', {
  export: 'Export',
  cancel: 'Cancel',
  exported: '{count} rows written to {file}',
  csv: 'CSV',
  sum: 'Sum',
  note: '{filter} · {moment} · {by}',
  noFilter: 'No filter',
  cut: 'These are the newest {rows} of {of} rows.',
  failed: 'The export failed',
})
