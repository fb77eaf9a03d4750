import type { DemoFile } from './demo-file.ts'

/** What the first start prints: everything for the first payment, ready to paste. */
export function welcome(demo: DemoFile, demoPath: string): string {
  const rows = [
    ['Base URL', demo.baseUrl],
    ['API key', demo.apiKey],
    ['Settings key', `${demo.settingsKey}  (callback address and its tools; the API key pays)`],
    ['Point ID', demo.authPointId],
    ['API token', demo.authApiToken],
    ['Documentation', demo.docsUrl],
    ...(demo.ownAccountKey
      ? [['Own account', `${demo.ownAccountKey}  (key of a point whose BT_AR goes by bank statements)`]]
      : []),
  ]
  const body = { service_code: 'BT_AR', amount: 1500.5, payer_doc_id: '20-26756539-3' }
  const json = `${JSON.stringify(body).slice(0, -1)},"reference":"'"$(date +%s)"'"}`
  return [
    '',
    'Pasarela is running (test environment, simulated bank).',
    '',
    ...rows.map(([name = '', value = '']) => `  ${name.padEnd(14)} ${value}`),
    '',
    ...signInLines(demo),
    'Create a pay-in; the simulated bank pays it after 3 seconds:',
    '',
    `  curl -s -u "${demo.apiKey}:" -H 'Content-Type: application/json' \\`,
    `    -d '${json}' \\`,
    `    ${demo.baseUrl}/api/v1/payments/payin_hth`,
    '',
    'See it COMPLETED, and the signed callback in the test inbox:',
    '',
    `  curl -s -u "${demo.apiKey}:" ${demo.baseUrl}/api/v1/payments`,
    `  curl -s -u "${demo.apiKey}:" ${demo.baseUrl}/api/v1/test/inbox`,
    '',
    'Bring the callbacks to a server on this machine:',
    '',
    '  npx pasarela listen --forward http://localhost:4242/hook',
    '',
    `The same facts are in ${demoPath}. Ctrl-C ends everything.`,
    '',
  ].join('\n')
}

/** Sign-in as the shop, and as the gateway's operator. */
function signInLines({ dashboardUrl, people }: DemoFile): string[] {
  if (!people) return []
  const rows = [
    ['Dashboard', dashboardUrl],
    ['Shop owner', `${people.owner.email}  ${people.owner.password}`],
    ['Operator', `${people.admin.email}  ${people.admin.password}`],
  ]
  return [...rows.map(([name = '', value = '']) => `  ${name.padEnd(14)} ${value}`), '']
}
