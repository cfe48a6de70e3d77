// Forms, dates and components of few screens; loaded with the first of them.
export {
  Checkbox,
  Descriptions,
  Form,
  type FormInstance,
  Progress,
  Radio,
  Segmented,
  Switch,
  Table,
  Upload,
} from 'antd'
export { AmountPad } from './data/form/amount-pad'
export * from './data/form/attempt-note'
export * from './data/form/day-picker'
export { useLeaveGuard } from './data/form/draft'
export { EditableList } from './data/form/editable-list'
export { Field, type FieldErrors, FieldGrid, toFieldErrors } from './data/form/field'
export * from './data/form/form'
export { MomentPicker } from './data/form/moment-picker'
export { AmountInput, NumberInput } from './data/form/number-input'
export * from './data/form/void-dialog'
export { WeekPicker } from './data/form/week-picker'
