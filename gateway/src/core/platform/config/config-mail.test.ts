import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

const from = 'Pasarela <pay@example.com>'

function faults(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.faults
  }
}

test('a mail server is parsed with its port, its TLS and a password of any characters', () => {
  const read = (url: string) => readConfig({ SMTP_URL: url, MAIL_FROM: from }).mail?.smtp
  assert.deepEqual(read('smtp://ana%40x:p%3A%2Fss@mail.example.com'), {
    host: 'mail.example.com',
    port: 587,
    secure: false,
    user: 'ana@x',
    password: 'p:/ss',
  })
  assert.deepEqual(read('smtps://[::1]/'), {
    host: '::1',
    port: 465,
    secure: true,
    user: undefined,
    password: undefined,
  })
  assert.equal(read('smtp://127.0.0.1:2525')?.port, 2525)
})

test('a sender is an address with or without a name', () => {
  const read = (text: string) => readConfig({ SMTP_URL: 'smtp://h', MAIL_FROM: text }).mail?.from
  assert.deepEqual(read(from), { name: 'Pasarela', address: 'pay@example.com' })
  assert.deepEqual(read('pay@example.com'), { name: null, address: 'pay@example.com' })
  for (const wrong of ['Pasarela', 'a <b>', 'a@b, c@d', 'a\r\nBcc: x@y <a@b>', '<a@b> x']) {
    assert.match(faults({ SMTP_URL: 'smtp://h', MAIL_FROM: wrong }).join(), /^MAIL_FROM must be/, wrong)
  }
})

test('an invalid mail server is refused without quoting it, and both settings are necessary', () => {
  for (const wrong of [
    'mail.example.com',
    'http://h',
    'smtp://user@h',
    'smtp://h/path',
    'smtp://h?x=1',
    'smtp://u:%zz@h',
  ]) {
    const found = faults({ SMTP_URL: wrong, MAIL_FROM: from })
    assert.match(found.join(), /^SMTP_URL must be/, wrong)
    assert.ok(!found.join().includes('%zz'))
  }
  assert.match(faults({ SMTP_URL: 'smtp://h' }).join(), /MAIL_FROM is missing/)
  assert.match(faults({ MAIL_FROM: from }).join(), /SMTP_URL is missing/)
  assert.equal(readConfig({}).mail, undefined)
})

test('personal data are kept for ten years, for the configured time, or for ever', () => {
  const read = (days: string) => readConfig({ RETENTION_PERSONAL_DAYS: days }).retentionPersonalDays
  assert.equal(readConfig({}).retentionPersonalDays, 3650)
  assert.deepEqual([read('0'), read('60'), read('36500')], [0, 60, 36_500])
  for (const wrong of ['59', '36501', '-1', '1.5', 'never']) {
    assert.match(faults({ RETENTION_PERSONAL_DAYS: wrong }).join(), /^RETENTION_PERSONAL_DAYS must be/, wrong)
  }
})
