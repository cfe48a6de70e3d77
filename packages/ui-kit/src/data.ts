// Tables, forms and what they need: loaded with the first screen that shows one.
export {
  Checkbox,
  DatePicker,
  Descriptions,
  Form,
  type FormInstance,
  Input,
  InputNumber,
  Modal,
  Pagination,
  Popover,
  Progress,
  Radio,
  Segmented,
  Select,
  Statistic,
  Switch,
  Table,
  Tabs,
  Tag,
  Upload,
} from 'antd'
export { ExportButton } from './data/export/export-button'
export { type CellKind, type CellValue, type ExportColumn, safeText } from './data/export/sheet'
export { type ExportFile, useExport } from './data/export/use-export'
export { AmountInput } from './data/form/amount-input'
export { DayPicker } from './data/form/day-picker'
export { Field, FieldGrid } from './data/form/field'
export { FormBody, type FormBodyProps } from './data/form/form-body'
export { changedFields, type FieldErrors, issuesOf } from './data/form/form-errors'
export { FormPage, type FormPageProps } from './data/form/form-page'
export { MomentPicker } from './data/form/moment-picker'
export { SubmitButton } from './data/form/submit-button'
export { useLeaveGuard } from './data/form/use-leave-guard'
export { type Column, exportColumnsOf } from './data/table/column'
export { DataTable, type DataTableProps } from './data/table/data-table'
export { type FilterField, Filters } from './data/table/filters'
export { type RowAction, RowActions } from './data/table/row-actions'
export { useKeyboardScroll } from './data/table/use-keyboard-scroll'
export { SettingsIcon } from './icons/data-icons'
