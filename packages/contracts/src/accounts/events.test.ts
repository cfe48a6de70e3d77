import { expect, it } from 'vitest'
import { accountEvents, TransferRecorded } from './events'
import { accountExamples } from './examples'

it('has examples that fit the schemas they stand for', () => {
  expect(accountEvents.created.parse(accountExamples.created)).toEqual(accountExamples.created)
  expect(TransferRecorded.parse(accountExamples.transferRecorded)).toEqual(accountExamples.transferRecorded)
})

it('refuses an amount that is not a whole number of hundredths', () => {
  const { transferRecorded } = accountExamples
  const broken = { ...transferRecorded, data: { ...transferRecorded.data, amount: '1.5' } }
  expect(TransferRecorded.safeParse(broken).success).toBe(false)
})
