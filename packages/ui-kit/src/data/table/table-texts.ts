import { defineTexts } from '../../i18n/texts'

export const tableTexts = defineTexts('table', {
  number: 'No',
  rows: 'Rows',
  search: 'Search',
  reload: 'Reload',
  columns: 'Columns',
  resetColumns: 'Reset',
  moveUp: 'Move {column} up',
  moveDown: 'Move {column} down',
  pin: 'Keep {column} in view',
  density: 'Density',
  compact: 'Compact',
  comfortable: 'Comfortable',
  searched: 'Looked through the newest {rows} of {of} rows.',
  range: '{from}–{to} of {total}',
  empty: 'No data',
  emptySearch: 'Nothing matches these filters',
  selected: '{count} selected',
  clearSelection: 'Clear',
  more: 'More actions',
})
