import assert from 'node:assert/strict'
import { type ConsoleClient, consoleClient } from './console-client.ts'
import { makePeopleReal } from './real-people.ts'
import type { Answer, Wire, World } from './world.ts'

/** The two operators of the demo, signed in with a second factor and freshly proved. */
export interface Operators {
  ana: ConsoleClient
  luis: ConsoleClient
  /** A code of luis' authenticator app that nobody used. */
  codeOfLuis(): string
  /** Proposes as `ana`; must succeed. */
  propose(proposal: object): Promise<Wire>
  /** Decides as `luis`. */
  decide(proposalId: string, decision: 'do' | 'refuse', note?: string): Promise<Answer>
}

/** `ana` is the demo's admin, `luis` its operator; their second factors are set up before a live point asks for them. */
export async function signInOperators(world: World): Promise<Operators> {
  await makePeopleReal(world)
  const { admin, operator } = world.demo.people
  const [ana, luis] = [consoleClient(world.url), consoleClient(world.url)]
  await ana.signIn(admin)
  await luis.signIn(operator)
  await ana.setUpSecondFactor(admin.password)
  const { secret } = await luis.setUpSecondFactor(operator.password)
  return {
    ana,
    luis,
    codeOfLuis: () => luis.nextCode(secret),
    propose: async (proposal) => {
      const answer = await ana.call('POST', '/console/operator/proposals', { body: proposal })
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      return answer.body.data
    },
    decide: async (proposalId, decision, note) =>
      await luis.call('POST', `/console/operator/proposals/${proposalId}/decide`, {
        body: { decision, ...(note === undefined ? {} : { note }) },
      }),
  }
}
