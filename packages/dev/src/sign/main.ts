#!/usr/bin/env node
import { explain } from '../processes/explain'
import { signBuild } from './sign'

try {
  console.log(signBuild(process.cwd()))
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
