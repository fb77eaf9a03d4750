// Preloaded into a real process (`node --import`): its wall clock is CLOCK_SHIFT_MS ahead of the machine's, as on a
// machine whose clock is wrong. Monotonic clocks and timers stay as they are.
const byMs = Number(process.env.CLOCK_SHIFT_MS ?? 0)
const realNow = Date.now.bind(Date)
const now = () => realNow() + byMs

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  apply: (target) => new target(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})
