import { readFile, writeFile } from 'node:fs/promises'
import { afterStep, type RotationStep, rotateKeys, rotationSteps } from './rotate-keys'

/** `npm run keys:rotate -w @cascade/dev -- <begin|switch|finish> <process> <file>` */
const [step = '', processName = '', file = ''] = process.argv.slice(2)
const isStep = (text: string): text is RotationStep => (rotationSteps as readonly string[]).includes(text)

try {
  if (!isStep(step) || file === '') throw new Error(`Usage: ${rotationSteps.join('|')} <process> <.env file>`)
  const name = new Date().toISOString().slice(0, 16).replace(/[-:T]/g, '')
  const text = await rotateKeys(await readFile(file, 'utf8'), step, processName, name)
  await writeFile(file, text, { mode: 0o600 })
  console.log(afterStep[step](processName))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
