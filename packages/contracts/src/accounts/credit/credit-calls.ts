import type { z } from 'zod'
import { answerOf, endpoint } from '../../define'
import type { Permission } from '../../permissions'
import { idIn, pointsIn, type Tell } from '../../tell'
import { CreditAdjusted, CreditAdjustInput, CreditTransferInput, CreditTransferred } from './credit'

const transferTold =
  (label: string): Tell =>
  ({ body }) => ({
    ...{ subject: `Credit given: ${label}`, accountId: idIn(body.toUserId), amount: pointsIn(body.transferAmount) },
  })
const adjustTold =
  (label: string): Tell =>
  ({ body }) => ({
    subject: `${body.transactionType === 'debit' ? 'Credit given' : 'Credit taken back'}: ${label}`,
    ...{ accountId: idIn(body.toUserId), amount: pointsIn(body.adjustAmount) },
  })
/** Where a level's credit calls stand: at its own base, or below one parent. */
type CreditPlace<P> = {
  id: (verb: string) => string
  may: Permission
  path: string
  label: string
  level: string
  params: P
}

/** Both credit calls: they ask for the actor's password and book points. */
export function creditCalls<P extends z.ZodType>({ id, may, path, label, level, params }: CreditPlace<P>) {
  const common = { domain: 'accounts', may, params, checksPassword: true, books: true } as const
  return {
    transfer: endpoint({
      ...common,
      id: id('transfer'),
      call: `POST /${path}/credit-transfer`,
      tell: transferTold(level),
      summary: `Transfer credit to: ${label}`,
      body: CreditTransferInput,
      answer: answerOf(CreditTransferred),
    }),
    adjust: endpoint({
      ...common,
      id: id('adjust'),
      call: `POST /${path}/credit-adjust`,
      tell: adjustTold(level),
      summary: `Take credit back from (or give to): ${label}`,
      body: CreditAdjustInput,
      answer: answerOf(CreditAdjusted),
    }),
  }
}
