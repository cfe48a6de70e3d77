#!/usr/bin/env node
import { findProblems } from './fit'

try {
  const address = process.argv[2]
  const problems = await findProblems(process.cwd(), address)
  console.log(problems.length > 0 ? problems.join('\n') : `The build fits ${address}.`)
  process.exitCode = problems.length > 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
