import { Input } from '../data'
import * as forms from '../forms'
import { Button } from '../index'
import type { States } from './first-entries'

const {
  AmountInput,
  AmountPad,
  AttemptNote,
  DayPicker,
  Descriptions,
  Field,
  FieldGrid,
  Form,
  FormBody,
  FormPage,
  MomentPicker,
} = forms
const { NumberInput, Progress, Radio, Segmented, SubmitButton, Switch, Table, Upload } = forms

const onOff = ['active', 'inactive']
type Values = { name: string; points: number | null; day: string }
const stored: Partial<Values> = { name: 'asha', points: 1250, day: '2026-03-01' }
const send = async () => undefined
const none = () => undefined

const fields = (
  <FieldGrid>
    <Field name="name" label="Username" required>
      <Input />
    </Field>
    <Field name="points" label="Points" help="Two decimals at most">
      <AmountInput />
    </Field>
    <Field name="day" label="Day" wide>
      <DayPicker style={{ width: '100%' }} />
    </Field>
  </FieldGrid>
)

/** Forms, dates, and what else only some screens show. */
export const formEntries: Readonly<Record<string, States>> = {
  AmountInput: { 'empty, filled': () => <Figures of={AmountInput} /> },
  AmountPad: {
    'with its keys': () => (
      <div className="gallery-fields">
        <AmountPad value={1250} />
      </div>
    ),
  },
  AttemptNote: {
    'unanswered, booked, not booked': () => (
      <>
        {(['unanswered', 'booked', 'not-booked'] as const).map(state => (
          <AttemptNote
            key={state}
            earlier={{ state, isAsking: false, check: none, dismiss: none }}
            unanswered="No answer came: it may have been booked."
            booked="It was booked."
            notBooked="It was not booked."
          />
        ))}
      </>
    ),
  },
  DayPicker: {
    'none, chosen': () => (
      <div className="gallery-fields">
        <DayPicker placeholder="Day" />
        <DayPicker value="2026-03-01" />
      </div>
    ),
  },
  Descriptions: {
    plain: () => (
      <Descriptions
        column={1}
        items={[
          { key: 'name', label: 'Username', children: 'asha' },
          { key: 'role', label: 'Role', children: 'Player' },
        ]}
      />
    ),
  },
  Field: {
    'required, with help': () => (
      <Form layout="vertical">
        <Field name="name" label="Username" required help="Letters and digits">
          <Input />
        </Field>
      </Form>
    ),
  },
  FieldGrid: { 'side by side': () => <Form layout="vertical">{fields}</Form> },
  Form: {
    refused: () => (
      <Form layout="vertical">
        <Form.Item label="Username" validateStatus="error" help="This username is taken.">
          <Input value="asha" />
        </Form.Item>
      </Form>
    ),
  },
  FormBody: {
    plain: () => (
      <FormBody<Values> title="Add Player" initialValues={stored} submit={send} onCancel={() => undefined}>
        {fields}
      </FormBody>
    ),
  },
  FormPage: {
    plain: () => (
      <FormPage<Values>
        title="Add Player"
        note="Below admin1"
        initialValues={stored}
        submit={send}
        onCancel={() => undefined}
      >
        {fields}
      </FormPage>
    ),
  },
  MomentPicker: { chosen: () => <MomentPicker value="2026-03-01T10:00:00.000Z" /> },
  NumberInput: { 'empty, filled': () => <Figures of={NumberInput} /> },
  Progress: { half: () => <Progress percent={50} />, failed: () => <Progress percent={50} status="exception" /> },
  Radio: { chosen: () => <Radio.Group options={onOff} value="active" /> },
  Segmented: { chosen: () => <Segmented options={onOff} value="active" /> },
  SubmitButton: {
    'ready, busy': () => (
      <>
        <SubmitButton busy={false}>Submit</SubmitButton> <SubmitButton busy>Submitting</SubmitButton>
      </>
    ),
  },
  Switch: {
    'on, off': () => (
      <>
        <Switch checked /> <Switch />
      </>
    ),
  },
  Table: {
    plain: () => (
      <Table
        size="small"
        pagination={false}
        rowKey="name"
        columns={[
          { title: 'Username', dataIndex: 'name' },
          { title: 'Role', dataIndex: 'role' },
        ]}
        dataSource={[{ name: 'asha', role: 'Player' }]}
      />
    ),
  },
  Upload: {
    plain: () => (
      <Upload>
        <Button>Choose a file</Button>
      </Upload>
    ),
  },
}

function Figures({ of: Figure }: { of: typeof NumberInput }) {
  return (
    <div className="gallery-fields">
      <Figure placeholder="Points" />
      <Figure value={1234.5} />
    </div>
  )
}
