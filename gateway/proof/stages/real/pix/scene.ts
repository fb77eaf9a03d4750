// The stage with the Pix provider as its bank.
import { randomUUID } from 'node:crypto'
import { openDatabase } from '../../../../src/core/platform/database/database.ts'
import { failpointNames } from '../../../../src/core/platform/process/failpoint.ts'
import { secretBox } from '../../../../src/core/platform/secret-box.ts'
import { connectorCredentialsPlace, insertRoute } from '../../../../src/core/processing/store/connector-accounts.ts'
import { webhookSecret } from '../../../../src/extras/pix-api/credentials.ts'
import { saveProviderAccount } from '../../../../src/extras/providers/store/provider-accounts.ts'
import { accountValues, pixKey, pspCaller } from '../../../../test/contracts/checked-psp.ts'
import { simulatedPsp } from '../../../../test/contracts/simulated-psp.ts'
import { issueCertificate, testAuthority } from '../../../../test/support/certificates.ts'
import { type Cluster, startCluster } from '../cluster.ts'
import type { Scene } from '../soak.ts'
import { bankOfPsp, readPixOrders } from './bank-of-psp.ts'
import { plannedPix } from './plan.ts'

/** Pix pay-ins and their refunds through the Pix API of a simulated provider, which is killed too. */
export const pixScene: Scene = {
  start: startPixCluster,
  plan: plannedPix,
  // A refund is of one payment, so that of two not all can go back at once.
  refundShare: ({ deed }) => (deed === 'pay_twice' ? 0 : 0.95),
  // Nothing is announced: the provider makes the code within the request.
  failpoints: failpointNames.filter((name) => !name.startsWith('announce_')),
}

async function startPixCluster(points: number): Promise<Cluster> {
  const endings: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end()
  }
  try {
    const authority = await testAuthority()
    const client = await issueCertificate(authority, { use: 'client' })
    const psp = await simulatedPsp(
      { after: (close) => void endings.push(close) },
      { authority, journal: true, basePath: '/api/v2' },
    )
    const cluster = await startCluster(points)
    endings.push(cluster.stop)
    const known = { server: psp, authority, client }
    const account = await connect(cluster, accountValues(known))
    const call = await pspCaller(known)
    const told = `${cluster.gateways[0].url}/provider-notifications/${account.id}/${webhookSecret(account)}`
    const { status } = await call('PUT', `/webhook/${pixKey}`, { webhookUrl: told })
    if (status !== 200) throw new Error(`the provider answered ${status} to the webhook`)
    await cluster.bank.stop()
    const bank = { kill: psp.kill, start: psp.restart, stop: psp.kill }
    return { ...cluster, bank, callBank: bankOfPsp(psp), orders: async () => await readPixOrders(psp), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The account and its route, as two people would have agreed to them. */
async function connect(cluster: Cluster, values: Record<string, string>): Promise<{ id: string; credentials: string }> {
  const database = openDatabase(cluster.database.url, () => undefined)
  try {
    const [id, credentials] = [randomUUID(), JSON.stringify(values)]
    const credentials_box = secretBox(cluster.masterKey).seal(credentials, connectorCredentialsPlace(id))
    const account = { id, connector: 'pix-api', environment: 'test', name: 'Pix', settings: {} } as const
    await saveProviderAccount(database.engine, { ...account, certificate_ends_at: null, credentials_box })
    const route = { id: randomUUID(), environment: 'test', serviceCode: 'PIX_BR', payType: 'payin' } as const
    await insertRoute(database.engine, { ...route, connectorAccountId: id })
    return { id, credentials }
  } finally {
    await database.close()
  }
}
