// Forms, dates, and what else only some screens show: loaded with the first screen that does.
export {
  DatePicker,
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
export { DayPicker } from './data/form/day-picker'
export { Field, FieldGrid } from './data/form/field'
export { FormBody, type FormBodyProps } from './data/form/form-body'
export { changedFields, type FieldErrors, issuesOf } from './data/form/form-errors'
export { FormPage, type FormPageProps } from './data/form/form-page'
export { MomentPicker } from './data/form/moment-picker'
export { AmountInput, NumberInput } from './data/form/number-input'
export { SubmitButton } from './data/form/submit-button'
export { useLeaveGuard } from './data/form/use-leave-guard'
