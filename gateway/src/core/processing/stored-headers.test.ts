import assert from 'node:assert/strict'
import { it } from 'node:test'
import { storedHeaders } from './receive-notification.ts'

it('headers of a notification are stored without card numbers, and unchanged where the connector needs them', () => {
  const signature = 't=4111111111111111,v1=4111111111111111'
  assert.deepEqual(
    storedHeaders(
      {
        'user-agent': 'Bank/1 4111 1111 1111 1111',
        referer: 'https://bank.example/4111111111111111',
        'x-4111111111111111': 'x',
        'x-simbank-signature': signature,
        'content-type': 'application/json',
        absent: undefined,
      },
      ['x-simbank-signature'],
    ),
    {
      'user-agent': 'Bank/1 411111******1111',
      referer: 'https://bank.example/411111******1111',
      'x-411111******1111': 'x',
      'x-simbank-signature': signature,
      'content-type': 'application/json',
    },
  )
})
