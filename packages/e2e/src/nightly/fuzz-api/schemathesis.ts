import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toOperationId } from '@cascade/contracts'
import { z } from 'zod'
import { explainedRejections } from './exclusions'

export const schemathesisVersion = '4.32.5'

const checks = [
  ...['not_a_server_error', 'status_code_conformance', 'content_type_conformance', 'response_schema_conformance'],
  ...['negative_data_rejection', 'documented_input_is_taken'],
  ...['documented_error'],
]
const phasesOf = { thorough: 'examples,coverage,fuzzing', brief: 'examples,fuzzing' } as const
const examplesMaxOf = { thorough: 8, brief: 1 } as const

const Report = z.object({ test_cases: z.object({ generated: z.number() }) })

export type Task = {
  program: string
  url: string
  /** Undefined for anonymous calls. */
  token: string | undefined
  operations: readonly string[]
  depth: keyof typeof phasesOf
  seed: number
  folder: string
}

/** Runs schemathesis with valid and invalid input. @returns the number of calls, and the report if any failed */
export async function runSchemathesis(task: Task): Promise<{ calls: number; findings: string | undefined }> {
  const report = join(task.folder, 'report.json')
  const args = [
    ...['--config-file', join(import.meta.dirname, 'schemathesis.toml'), 'run', `${task.url}/docs/openapi.json`],
    ...['--checks', checks.join(','), '--phases', phasesOf[task.depth]],
    ...['--max-examples', String(examplesMaxOf[task.depth]), '--seed', String(task.seed)],
    ...['--continue-on-failure', '--no-shrink', '--generation-database', 'none', '--warnings', 'off', '--no-color'],
    ...['--report', 'json', '--report-json-path', report],
    ...task.operations.flatMap(id => ['--include-operation-id', toOperationId(id)]),
    ...(task.token ? ['--header', `Authorization: Bearer ${task.token}`] : []),
  ]
  const { code, output } = await toEnd(task.program, args, task.folder)
  // Exit code 1 means findings; any other is a failed run.
  if (code !== 0 && code !== 1) throw new Error(`schemathesis ended with ${code}: ${output.slice(-2_000)}`)
  const { test_cases: cases } = Report.parse(JSON.parse(await readFile(report, 'utf8')))
  const from = output.indexOf('\n====')
  return { calls: cases.generated, findings: code === 0 ? undefined : output.slice(Math.max(from, 0)) }
}

/** schemathesis writes its own files to `cwd`. */
function toEnd(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<{ code: number | null; output: string }> {
  const env = {
    ...process.env,
    SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'checks.py'),
    EXPLAINED_REFUSALS: JSON.stringify(
      explainedRejections.map(each => (each.operation ? { ...each, operation: toOperationId(each.operation) } : each)),
    ),
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const parts: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', part => parts.push(part))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code => resolve({ code, output: parts.join('') }))
  })
}
