// More callbacks wait for an endpoint that is back than the first tier has time for.
process.env['WAITING_CALLBACKS'] = '10000'
await import('./endpoint-health.test.ts')
