#!/usr/bin/env node
import { register } from 'tsx/esm/api'

register()
const { signBuild } = await import('../src/sign/sign.ts')
try {
  console.log(signBuild(process.cwd()))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
