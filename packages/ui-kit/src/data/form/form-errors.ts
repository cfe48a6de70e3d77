import { issueText } from '@cascade/contracts'
import type { z } from 'zod'

/** Sentences by field path; a path that names no field is shown above the form. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

/**
 * What a schema of the contracts says about the values, by field path: the first sentence of each field.
 * @returns an empty object when everything is valid
 */
export function issuesOf(schema: z.ZodType, values: unknown): FieldErrors {
  const result = schema.safeParse(values, { error: issueText })
  if (result.success) return {}
  const errors: Record<string, string> = {}
  for (const issue of result.error.issues) errors[issue.path.join('.')] ??= issue.message
  return errors
}

/** The fields whose value differs from what the form began with. */
export function changedFields<V extends object>(initial: Partial<V>, values: V): Partial<V> {
  const same = (a: unknown, b: unknown) => (a ?? '') === (b ?? '') || JSON.stringify(a) === JSON.stringify(b)
  const changed = Object.entries(values).filter(([name, value]) => !same(value, initial[name as keyof V]))
  return Object.fromEntries(changed) as Partial<V>
}
