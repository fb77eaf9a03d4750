import { join } from 'node:path'
import { createSimulatorControls } from '../core/connectors/index.ts'
import type { Extra } from '../core/extra.ts'
import { smtpSender } from '../core/net/smtp-sender.ts'
import type { Config } from '../core/platform/config/config.ts'
import type { Additions, Surroundings } from '../core/start-core.ts'
import { alertsExtra } from './alerts/extra.ts'
import { auditLogExtra } from './audit-log/extra.ts'
import { statementsExtra } from './balance-statements/extra.ts'
import { bankAccountsExtra } from './bank-accounts/extra.ts'
import { linesOfIncoming } from './bank-accounts/provider-accounts/lines-of-incoming.ts'
import { cardVelocityExtra } from './card-velocity/extra.ts'
import { settleCardUses } from './card-velocity/settle-card-uses.ts'
import { commandsExtra } from './cli/extra.ts'
import { dashboardExtra } from './console/extra.ts'
import { type DemoFile, demoFileName } from './demo/demo-file.ts'
import { demoExtra } from './demo/extra.ts'
import { followInDemoFile } from './demo/follow-rotation.ts'
import { ownAccountControls } from './demo/own-account/own-account-controls.ts'
import { simulatedAccounts } from './demo/own-account/simulated-accounts.ts'
import type { Deps } from './deps.ts'
import { documentation } from './documentation/extra.ts'
import { passwordHasher } from './identity/rules/password.ts'
import { mailExtra } from './mail/extra.ts'
import { nodesExtra } from './nodes/extra.ts'
import { paymentLinksExtra } from './payment-links/extra.ts'
import { paymentPageExtra } from './payment-page/extra.ts'
import { payoutApprovalsExtra } from './payout-approvals/extra.ts'
import { connectorsOfExtras } from './providers/connectors.ts'
import { providersExtra } from './providers/extra.ts'
import { refundsExtra } from './refunds/extra.ts'
import { requestLogExtra } from './request-log/extra.ts'
import { requestLog } from './request-log/log-requests.ts'
import { failedAuthentications } from './request-log/record-failed-authentications.ts'
import { retentionExtra } from './retention/extra.ts'
import { signedPayoutsExtra } from './signed-payouts/extra.ts'
import { simulatorExtra } from './simulator-controls/extra.ts'
import { verifyExtra } from './verify/extra.ts'
import { webhooksExtra } from './webhooks/extra.ts'
import { withdrawalsExtra } from './withdrawals/extra.ts'

/** The core's dependencies and what the extras need. */
export function withExtraDeps({ config, deps, database }: Surroundings, demo: Deps['demo']): Deps {
  const { metrics, clock } = deps
  const bankUrl = config.simulatedBank?.url
  const accounts = bankUrl === undefined ? undefined : simulatedAccounts(bankUrl, deps)
  return Object.freeze<Deps>({
    ...deps,
    passwords: passwordHasher(),
    demo,
    followRotation: followInDemoFile(deps, join(config.dataDir, demoFileName)),
    requestLog: requestLog({ database, metrics }),
    failedAuthentications: failedAuthentications({ database, metrics, clock }),
    mail: config.mail && smtpSender(config.mail.smtp, config.mail.from),
    paymentLinkHoldMinutes: config.paymentLinkHoldMinutes,
    retentionDays: config.retentionPersonalDays,
    isTestClockShared: config.isTestClockShared,
    simulatedAccounts: accounts,
    simulatorControls: new Map([
      ...createSimulatorControls(bankUrl),
      ...(accounts ? [['own-account', ownAccountControls(deps, accounts)] as const] : []),
    ]),
  })
}

/** What the core does not need and takes before it starts. */
export function additionsOfExtras({
  referencesPerPoint,
  callbackAllowCidrs: allowCidrs,
}: Pick<Config, 'referencesPerPoint' | 'callbackAllowCidrs'>): Required<
  Pick<Additions, 'connectors' | 'alongOutcomes' | 'alongIncoming'>
> {
  const connectors = connectorsOfExtras({ referencesPerPoint, allowCidrs })
  return { connectors, alongOutcomes: settleCardUses, alongIncoming: linesOfIncoming(connectors) }
}

/** Every extra, in the order in which they register. */
export function allExtras(
  surroundings: Surroundings & { deps: Deps },
  demoMade: (file: DemoFile) => void,
): readonly Extra[] {
  const { deps, config, database, forLoops } = surroundings
  return [
    ...serverExtras(deps, { database, forLoops }),
    nodesExtra(deps, surroundings),
    verifyExtra(deps, surroundings),
    providersExtra(deps, surroundings),
    auditLogExtra(deps, database),
    alertsExtra(deps, surroundings),
    mailExtra(deps, forLoops),
    retentionExtra(deps, forLoops),
    commandsExtra(deps, config),
    demoExtra(deps, surroundings, demoMade),
  ]
}

/** The extras that add routes or hooks to the server. */
export function serverExtras(
  deps: Deps,
  { database, forLoops }: Pick<Surroundings, 'database' | 'forLoops'>,
): readonly Extra[] {
  return [
    // First: its hook must be there before any route of the others.
    requestLogExtra(deps, database),
    documentation(deps),
    dashboardExtra(deps, database),
    webhooksExtra(deps, database),
    payoutApprovalsExtra(deps, forLoops),
    refundsExtra(deps),
    withdrawalsExtra(deps),
    signedPayoutsExtra(deps, database),
    cardVelocityExtra(deps, database),
    paymentPageExtra(deps),
    paymentLinksExtra(deps),
    statementsExtra(deps),
    simulatorExtra(deps),
    bankAccountsExtra(deps, { database, forLoops }),
  ]
}
