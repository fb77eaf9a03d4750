import type { SoakResult } from './soak.ts'

/** More lines than this tell nothing new. */
const violationsListed = 60

/** The figures of a run and its violations, as lines. */
export function reportLines(result: SoakResult): string[] {
  const { driver, chaos, settled, verdict, seconds, violations } = result
  const hits = Object.entries(chaos.failpointHits)
  const failpointKills = hits.reduce((sum, [, count]) => sum + count, 0)
  return [
    `seed ${result.seed}`,
    `transactions ${verdict.judged} (${verdict.payins} pay-ins, ${verdict.payouts} payouts)`,
    `refunds accepted ${driver.refundsAccepted}, refused ${driver.refundsRefused}; at the bank ${JSON.stringify(verdict.refunds)}`,
    `statuses ${JSON.stringify(verdict.statuses)}`,
    `kills -9 ${chaos.gatewayKills + failpointKills + chaos.bankKills}: ` +
      `${chaos.gatewayKills} gateways at any moment, ${failpointKills} at failpoints, ${chaos.bankKills} banks`,
    `database crashes ${chaos.databaseCrashes}, broken answers of the bank ${chaos.bankFaults}`,
    `network faults ${JSON.stringify(chaos.networkFaults)}`,
    ...hits.map(([name, count]) => `failpoint ${name} ${count}`),
    `repeated after failure ${driver.repeatedAfterFailure} (no answer ${driver.noAnswer}, 503 ${driver.answers503}, ` +
      `500 ${driver.answers500}), repeated on purpose ${driver.repeatedOnPurpose}, too late ${verdict.tooLate}`,
    `callbacks ${verdict.callbacks}, ledger transfers ${verdict.ledgerTransfers}`,
    `seconds: load ${seconds.load}, rest ${seconds.settle}, judge ${seconds.judge}; ` +
      `time moved by ${Math.round(settled.shiftedMs / 1_000)} s`,
    `unresolved ${JSON.stringify(settled.open)}`,
    `violations ${violations.length}`,
    ...violations.slice(0, violationsListed).map((violation) => `  ${violation}`),
  ]
}
