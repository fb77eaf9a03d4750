/** Answers that are kept: more addresses than send requests at the same time. */
const answersMax = 1_000

/** Longer texts are no addresses, and are not kept. */
const textLengthMax = 64

/**
 * The same function, which keeps its answers for short texts: one caller sends many requests from one address. When it
 * is full it forgets all. `answerOf` must always answer the same for the same text, and never undefined.
 */
export function remembered<Answer extends string | boolean>(
  answerOf: (text: string) => Answer,
): (text: string) => Answer {
  const answers = new Map<string, Answer>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return known
    const answer = answerOf(text)
    if (text.length > textLengthMax) return answer
    if (answers.size >= answersMax) answers.clear()
    answers.set(text, answer)
    return answer
  }
}
