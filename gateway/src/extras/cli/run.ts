import '../../core/platform/process/refuse-debugger.ts'
import { main } from './main.ts'

process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
})
