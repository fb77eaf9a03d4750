import assert from 'node:assert/strict'
import { factsOf } from './facts-of-texts.ts'
import type { Answer, CallOptions, World } from './world.ts'

/**
 * Asks again in Spanish and Portuguese: the codes stay, no message does, each carries the facts of the English one, and
 * the precise English is not lost.
 */
export async function assertTranslated(
  world: World,
  { method, path, ...options }: CallOptions & { method: string; path: string },
  english: Answer,
): Promise<void> {
  for (const language of ['es', 'pt']) {
    const headers = { ...options.headers, 'accept-language': language }
    const answer = await world.call(method, path, { ...options, headers })
    const { body } = answer
    const where = `${language} ${method} ${path} ${JSON.stringify(body)}`
    assert.equal(answer.headers.get('content-language'), language, where)
    assert.equal(body.error.code, english.body.error.code, where)
    assert.equal(body.error.message, body.message, where)
    assert.notEqual(body.message, english.body.message, where)
    assertSameFacts(body.message, english.body.message, where)
    assert.equal(body.errors.length, english.body.errors.length, where)
    for (const [index, field] of body.errors.entries()) {
      const { code, param, message } = english.body.errors[index]
      assert.deepEqual([field.code, field.param], [code, param], where)
      assert.notEqual(field.message, message, where)
      assertSameFacts(field.message, message, where)
      assert.ok(field.message.startsWith(`${param}: `), where)
      assert.ok([undefined, message].includes(field.detail), where)
    }
  }
}

/** The name of a field stands in front of translated messages, and not of every English one. */
function assertSameFacts(translated: string, english: string, where: string): void {
  const name = /^[\w.-]+(?=: )/.exec(translated)?.[0].split('.').at(-1)
  const own = (text: string) => factsOf(text).filter((fact) => name === undefined || !fact.split('.').includes(name))
  assert.deepEqual(own(translated), own(english), where)
}
