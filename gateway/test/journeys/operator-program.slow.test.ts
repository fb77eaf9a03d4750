import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openWorld } from '../support/world.ts'

/** One or more of each group of commands: other tests run them in their own process, without the program around them. */
const commands: readonly (readonly [string, number])[] = [
  ['', 0],
  ['nothing like that', 2],
  ['point create --help', 0],
  ['point settings', 2],
  ['point settings --point POINT --failed-payout-reply error --by ana', 0],
  ['point terms --point POINT --service PIX_BR --pay-type payin --percent 1 --by ana', 0],
  ['point card-limits --point POINT --kind bin --by ana', 0],
  ['point policies --point POINT --late hold --by ana --json', 0],
  ['point set-payment-page --point POINT --by ana', 2],
  ['key create --point POINT --scopes read --name Till', 0],
  ['key revoke --key 0190a000-0000-7000-8000-000000000001', 1],
  ['account add --help', 0],
  ['confirm --transaction 0190a000-0000-7000-8000-000000000001 --amount 1 --note paid --by ana', 1],
  ['attention', 0],
  ['user list', 0],
  ['audit verify', 0],
  ['retention report', 0],
  ['after-restore', 2],
  ['cell facts', 1],
  ['cell check package.json', 2],
  ['router map', 1],
  ['migrate', 0],
  ['verify', 0],
]

describe('the operator’s program', () => {
  const world = openWorld()

  for (const [line, code] of commands) {
    it(`prints and returns what the command does: ${line}`, async () => {
      const args = line.replace('POINT', world.demo.auth_point_id).split(' ').filter(Boolean)
      const byProgram = await world.program(...args)
      assert.equal(byProgram.code, code, byProgram.output)
      const here = await world.command(...args)
      assert.equal(here.code, code, here.output)
      assert.deepEqual(shape(byProgram.output), shape(here.output))
    })
  }
})

/** The first word of each line: what follows is another number, id or secret each time. */
function shape(output: string): string[] {
  return output
    .split('\n')
    .map((line) => line.trim().split(/[^a-zA-Z_-]/)[0] ?? '')
    .toSorted()
}
