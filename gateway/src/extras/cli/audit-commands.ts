import { type KnownSeal, verifyAuditChain } from '../audit-log/verify-audit.ts'
import { actionCommand } from './action-command.ts'
import { type Command, UsageError } from './command.ts'

const verifyCommand: Command = {
  name: 'audit verify',
  summary: 'Prove the audit log: every row is sealed, none is changed or missing.',
  options: {
    known: {
      value: 'CHAIN:NUMBER:HASH,…',
      help: 'ends of chains from an earlier run or the log, which must still match',
    },
  },
  run: async ({ withDeps }, values) => {
    const known = knownFrom(values['known'])
    const verdict = await withDeps(async (deps) => await verifyAuditChain(deps, { merchantId: null, known }))
    const { breaks, seals, rows, dropped, blanked, heads } = verdict
    const ends = heads.map((head) => [`end of ${head.chain}`, `${head.chain}:${head.number}:${head.hash}`])
    const broken = breaks.map(({ chain, number, auditId, what }) => `${chain} ${number ?? '-'} ${auditId}: ${what}`)
    return {
      facts: {
        verdict: breaks.length === 0 ? 'holds' : 'BROKEN',
        seals: String(seals),
        rows: String(rows),
        dropped_with_their_month: String(dropped),
        blanked: String(blanked.length),
        ...Object.fromEntries(ends),
      },
      notes: [...broken, ...blanked.map((id) => `${id}: a card number in it was blanked; audit.blank says by whom`)],
      exitCode: breaks.length === 0 ? 0 : 1,
    }
  },
}

const blankCommand = actionCommand({
  name: 'audit blank',
  summary:
    'Blank a card number in the texts of an audit entry. Its seal stays, and `audit verify` counts it as blanked.',
  action: 'audit_blank',
})

export const auditCommands: readonly Command[] = [verifyCommand, blankCommand]

function knownFrom(text: string | undefined): KnownSeal[] {
  if (text === undefined) return []
  return text.split(',').map((each) => {
    const [, chain, number, hash] = /^([\w-]{1,36}):(\d{1,18}):([0-9a-f]{64})$/i.exec(each.trim()) ?? []
    if (!chain || !number || !hash) throw new UsageError('--known is CHAIN:NUMBER:HASH, as this command prints it.')
    return { chain, number: BigInt(number), hash }
  })
}
