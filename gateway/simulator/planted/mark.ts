const key = Symbol.for('pasarela.simulator.planted')

/** A last line of compiled code that says, when it runs, that the code with this fault is the one that runs. */
export function markOf(name: string): string {
  return `\nglobalThis[Symbol.for(${JSON.stringify(key.description)})] = ${JSON.stringify(name)}\n`
}

/** Whether code with this fault has run in this process. */
export function isPlanted(name: string): boolean {
  return Reflect.get(globalThis, key) === name
}
