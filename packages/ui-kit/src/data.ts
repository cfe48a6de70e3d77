// Lists, loaded with the first screen that has one. Forms are in `@cascade/ui-kit/forms`.
export {
  buildPaperTable,
  type CellKind,
  type CellValue,
  type ExportColumn,
  type Fact,
  type PaperTable,
} from '@cascade/files'
export { Input } from 'antd'
export * from './data/export/export'
export type { OnPaper } from './data/paper/list-paper'
export { PrintButton } from './data/paper/print-button'
export { type RowLine, RowValues } from './data/phone/row-lines'
export { Sheet } from './data/phone/sheet'
export { Select } from './data/select'
export * from './data/table/as-of-switch'
export { renderCell } from './data/table/cells'
export { type Column, toExportColumns } from './data/table/columns'
export * from './data/table/data-table'
export * from './data/table/filters'
export * from './data/table/reversal'
export * from './data/table/row-actions'
export { useKeyboardScroll } from './data/table/row-keys'
export { SettingsIcon } from './icons/data-icons'
export { Modal } from './overlays/overlays'
