/** Items of the operators' queue that a person can take. */
export const queueKinds = ['review', 'pay', 'proposal', 'callbacks', 'deposit', 'withdrawal'] as const

export type QueueKind = (typeof queueKinds)[number]
