import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { issueCertificate, testAuthority } from '../../../../test/support/certificates.ts'
import { readDatabaseAddress } from '../database/hosts.ts'
import { readArguments } from './arguments.ts'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'pasarela-config-'))
after(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'file')
writeFileSync(file, 'content')
const authority = await testAuthority()
const certificate = await issueCertificate(authority)
const written = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const caFile = written('ca.pem', authority.cert)
const certFile = written('tls.crt', `${certificate.cert}\n${authority.cert}`)
const keyFile = written('tls.key', certificate.key)
const tokenFile = written('token', 'a-token-of-some-length\n')

function faultsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error))
    return error.faults
  }
  return []
}

function faultyNames(env: NodeJS.ProcessEnv): string[] {
  return faultsOf(env).map((fault) => fault.split(' ')[0] ?? '')
}

test('without any setting the gateway runs locally on the embedded database with its demo', () => {
  assert.deepEqual(readConfig({}), {
    port: 8420,
    host: '127.0.0.1',
    dataDir: resolve('./data'),
    databaseUrl: undefined,
    databaseReadUrl: undefined,
    databaseConnections: 20,
    publicUrl: undefined,
    demo: true,
    demoOwnAccount: true,
    simulatedBank: undefined,
    mail: undefined,
    masterKeyFile: undefined,
    retentionPersonalDays: 3650,
    referencesPerPoint: 100_000,
    toPayAlertHours: 4,
    cell: undefined,
    cellsKey: undefined,
    trustedProxies: [],
    tls: undefined,
    callbackAllowCidrs: [],
    callbackCaFile: undefined,
    metricsAllowCidrs: undefined,
    metricsToken: undefined,
    demoCallbackUrl: undefined,
    logLevel: 'info',
    migrate: true,
    paymentLinkHoldMinutes: 60,
    role: 'all',
    drainSeconds: 0,
    isTestClockShared: false,
    warnings: [],
  })
})

test('every setting is parsed', () => {
  const config = readConfig({
    PORT: '0',
    HOST: '::',
    PASARELA_DATA_DIR: folder,
    DATABASE_URL: 'postgres://gateway:secret@127.0.0.1/pasarela',
    DATABASE_READ_URL: 'postgres://gateway:secret@127.0.0.2/pasarela',
    DATABASE_CONNECTIONS: '8',
    PUBLIC_URL: 'https://pay.example.com/gateway/',
    SIMBANK_URL: 'http://127.0.0.1:8421',
    SIMBANK_CREDENTIALS_FILE: file,
    MASTER_KEY_FILE: file,
    TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32,127.0.0.1',
    TLS_CERT_FILE: certFile,
    TLS_KEY_FILE: keyFile,
    CALLBACK_ALLOW_CIDRS: '127.0.0.0/8',
    CALLBACK_CA_FILE: caFile,
    METRICS_ALLOW_CIDRS: '10.1.2.0/24',
    METRICS_TOKEN_FILE: tokenFile,
    DEMO_CALLBACK_URL: 'https://localhost:9443/in?from=demo',
    DEMO_OWN_ACCOUNT: '1',
    LOG_LEVEL: 'debug',
    SMTP_URL: 'smtps://mail.example.com',
    MAIL_FROM: 'pay@example.com',
    RETENTION_PERSONAL_DAYS: '400',
    REFERENCES_PER_POINT: '7',
    PAYMENT_LINK_HOLD_MINUTES: '7',
    TO_PAY_ALERT_HOURS: '12',
    CELL: '7',
    CELLS_KEY: 'k'.repeat(32),
    MIGRATE: 'off',
    PASARELA_ROLE: 'worker',
    DRAIN_SECONDS: '15',
    TEST_CLOCK: 'anybody',
    PASARELA_DEMO: '1',
  })
  assert.deepEqual(config, {
    port: 0,
    host: '::',
    dataDir: folder,
    databaseUrl: 'postgres://gateway:secret@127.0.0.1/pasarela',
    databaseReadUrl: 'postgres://gateway:secret@127.0.0.2/pasarela',
    databaseConnections: 8,
    publicUrl: 'https://pay.example.com/gateway',
    demo: true,
    demoOwnAccount: true,
    simulatedBank: { url: 'http://127.0.0.1:8421', credentialsFile: file },
    mail: {
      smtp: { host: 'mail.example.com', port: 465, secure: true, user: undefined, password: undefined },
      from: { name: null, address: 'pay@example.com' },
    },
    retentionPersonalDays: 400,
    referencesPerPoint: 7,
    toPayAlertHours: 12,
    cell: 7,
    cellsKey: 'k'.repeat(32),
    masterKeyFile: file,
    trustedProxies: ['10.0.0.0/8', '2001:db8::/32', '127.0.0.1'],
    tls: { certFile, keyFile },
    callbackAllowCidrs: ['127.0.0.0/8'],
    callbackCaFile: caFile,
    metricsAllowCidrs: ['10.1.2.0/24'],
    metricsToken: 'a-token-of-some-length',
    demoCallbackUrl: 'https://localhost:9443/in?from=demo',
    logLevel: 'debug',
    migrate: false,
    paymentLinkHoldMinutes: 7,
    role: 'worker',
    drainSeconds: 15,
    isTestClockShared: true,
    warnings: [],
  })
})

test('all faults are reported at once, each with its name and an example, none with its value', () => {
  const env = {
    PORT: 'canary-1',
    DATABASE_URL: 'mysql://gateway:canary-2@db/x',
    DATABASE_READ_URL: 'mysql://gateway:canary-13@db/x',
    PUBLIC_URL: 'https://canary-3:x@pay.example.com',
    SIMBANK_URL: 'canary-4',
    TRUSTED_PROXIES: '10.0.0.0/33,canary-5',
    TLS_CERT_FILE: join(folder, 'canary-6'),
    CALLBACK_ALLOW_CIDRS: 'localhost-canary-7',
    CALLBACK_CA_FILE: join(folder, 'canary-8'),
    DEMO_CALLBACK_URL: 'http://canary-9',
    LOG_LEVEL: 'canary-10',
    MIGRATE: 'canary-11',
    PASARELA_DEMO: 'canary-12',
    CELL: 'canary-14',
    CELLS_KEY: 'canary-15',
  }
  const faults = faultsOf(env)
  const names = [...Object.keys(env), 'TLS_KEY_FILE', 'SIMBANK_CREDENTIALS_FILE', 'MASTER_KEY_FILE']
  assert.deepEqual(faultyNames(env).sort(), names.sort())
  for (const fault of faults) assert.match(fault, /for example [A-Z_]+=\S+/)
  assert.ok(!faults.join('\n').includes('canary'), faults.join('\n'))
})

test('a replica without a database is refused', () => {
  const DATABASE_READ_URL = 'postgres://gateway@127.0.0.2/pasarela'
  assert.deepEqual(faultyNames({ DATABASE_READ_URL }), ['DATABASE_URL'])
})

test('an empty variable counts as not set', () => {
  assert.deepEqual(readConfig({ PORT: '', DATABASE_URL: '', MIGRATE: '' }), readConfig({}))
})

test('a URL with query, fragment or credentials is refused as the public URL', () => {
  for (const PUBLIC_URL of [
    'https://a.example/?x=1',
    'https://a.example/#x',
    'https://u@a.example',
    'ftp://a.example',
    'https:/a.example',
    'a',
  ]) {
    assert.deepEqual(faultyNames({ PUBLIC_URL }), ['PUBLIC_URL'], PUBLIC_URL)
  }
})

test('ports outside 0 to 65535 are refused, and cells outside 1 to 99', () => {
  for (const CELL of ['0', '100']) assert.deepEqual(faultyNames({ CELL }), ['CELL'], CELL)
  for (const PORT of ['65536', '-1', '80.5', '0x50', ' 80']) assert.deepEqual(faultyNames({ PORT }), ['PORT'], PORT)
  assert.equal(readConfig({ PORT: '65535' }).port, 65_535)
})

test('with DATABASE_URL the demo must be enabled, and on the embedded database it can be disabled', () => {
  const external = { DATABASE_URL: 'postgresql://127.0.0.1/pasarela', MASTER_KEY_FILE: file }
  assert.equal(readConfig(external).demo, false)
  assert.equal(readConfig({ ...external, PASARELA_DEMO: '1' }).demo, true)
  assert.equal(readConfig({ PASARELA_DEMO: '0' }).demo, false)
})

test('each setting without effect is named in a warning', () => {
  const config = readConfig({
    PASARELA_DATADIR: '/data',
    OTHER_PROGRAM: 'x',
    PASARELA_DEMO: '0',
    SIMBANK_URL: 'http://127.0.0.1:8421',
    SIMBANK_CREDENTIALS_FILE: file,
  })
  assert.equal(config.warnings.length, 2)
  assert.match(config.warnings[0] ?? '', /^PASARELA_DATADIR /)
  assert.match(config.warnings[1] ?? '', /^SIMBANK_URL /)
})

test('a folder is not accepted as a readable file', () => {
  assert.deepEqual(faultyNames({ CALLBACK_CA_FILE: folder }), ['CALLBACK_CA_FILE'])
})

test('a role without its required settings is refused with their names', () => {
  const external = { DATABASE_URL: 'postgres://127.0.0.1/pasarela', MASTER_KEY_FILE: file }
  assert.match(faultsOf({ PASARELA_ROLE: 'api' }).join(), /PASARELA_ROLE=api needs DATABASE_URL/)
  assert.deepEqual(faultyNames({ ...external, PASARELA_ROLE: 'worker' }), ['PUBLIC_URL'])
  assert.deepEqual(faultyNames({ ...external, PASARELA_ROLE: 'reader' }), ['PASARELA_ROLE'])
  assert.equal(readConfig({ ...external, PASARELA_ROLE: 'api' }).role, 'api')
})

test('the command line sets the role, and nothing else', () => {
  assert.deepEqual(readArguments([]), {})
  assert.deepEqual(readArguments(['--role', 'api']), { PASARELA_ROLE: 'api' })
  assert.deepEqual(readArguments(['--role=worker']), { PASARELA_ROLE: 'worker' })
  for (const wrong of [['--role', 'reader'], ['--role='], ['--role'], ['api'], ['--port', '1']]) {
    assert.throws(() => readArguments(wrong), ConfigError, wrong.join(' '))
  }
  assert.throws(() => readArguments(['--role', 'reader']), /all, api, worker/)
})

test('the number of connections has a minimum and a maximum', () => {
  for (const wrong of ['0', '5', '201', 'many']) {
    assert.deepEqual(faultyNames({ DATABASE_CONNECTIONS: wrong }), ['DATABASE_CONNECTIONS'], wrong)
  }
  assert.equal(readConfig({ DATABASE_CONNECTIONS: '6' }).databaseConnections, 6)
  assert.deepEqual(faultyNames({ DATABASE_CONNECTIONS: '51' }), ['DATABASE_CONNECTIONS'])
  const external = { DATABASE_URL: 'postgres://127.0.0.1/pasarela', MASTER_KEY_FILE: file }
  assert.equal(readConfig({ ...external, DATABASE_CONNECTIONS: '200' }).databaseConnections, 200)
})

test('files with wrong content are refused, each with its own message', () => {
  const broken = written('broken.pem', `${authority.cert}\n${authority.cert.replace(/^[\w+/]{40}/m, 'A'.repeat(40))}`)
  for (const path of [file, keyFile, broken, written('empty.pem', '')]) {
    assert.match(
      faultsOf({ CALLBACK_CA_FILE: path }).join(),
      /^CALLBACK_CA_FILE must name a PEM file with one or more certificates/,
    )
    assert.match(
      faultsOf({ TLS_CERT_FILE: path, TLS_KEY_FILE: keyFile }).join(),
      /^TLS_CERT_FILE must name a PEM file with one or more certificates/,
    )
  }
  assert.match(
    faultsOf({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: file }).join(),
    /^TLS_KEY_FILE must name a PEM file with a private key/,
  )
  const otherKey = written('other.key', authority.key)
  assert.deepEqual(faultsOf({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: otherKey }), [
    'TLS_KEY_FILE does not hold the key of the first certificate in TLS_CERT_FILE.',
  ])
  for (const text of ['short', 'two tokens in one file', '']) {
    const METRICS_TOKEN_FILE = written('bad-token', text)
    assert.deepEqual(faultyNames({ METRICS_TOKEN_FILE }), ['METRICS_TOKEN_FILE'], text)
  }
})

test('the password of the database comes from a file, for both addresses, whatever characters it has', () => {
  const password = 'a b/c@d%25:é'
  const given = {
    DATABASE_URL: 'postgresql://pasarela@db.example.com:5432/pasarela',
    DATABASE_READ_URL: 'postgresql://pasarela@replica.example.com/pasarela',
    MASTER_KEY_FILE: written('key', 'x'),
    DATABASE_PASSWORD_FILE: written('database-password', `${password}\n`),
  }
  const { databaseUrl, databaseReadUrl } = readConfig(given)
  for (const address of [databaseUrl, databaseReadUrl]) {
    assert.equal(decodeURIComponent(new URL(address ?? '').password), password)
    assert.equal(new URL(address ?? '').pathname, '/pasarela')
  }
  const several = { ...given, DATABASE_URL: 'postgresql://pasarela@[::1]:6432,db.example.com/pasarela?sslmode=require' }
  assert.equal(
    readConfig(several).databaseUrl,
    'postgresql://pasarela:a%20b%2Fc%40d%2525%3A%C3%A9@[::1]:6432,db.example.com/pasarela?sslmode=require',
  )
  const twice = { ...given, DATABASE_URL: 'postgresql://pasarela:secret-one@db.example.com/pasarela' }
  assert.throws(() => readConfig(twice), /DATABASE_URL holds a password, and DATABASE_PASSWORD_FILE another one/)
  const inQuery = { ...given, DATABASE_URL: 'postgresql://pasarela@db.example.com/pasarela?password=secret-one' }
  assert.throws(() => readConfig(inQuery), /DATABASE_URL holds a password/)
  assert.throws(() => readConfig({ ...given, DATABASE_URL: 'postgresql:///pasarela' }), /DATABASE_URL needs a host/)
  const { DATABASE_PASSWORD_FILE } = given
  assert.throws(() => readConfig({ DATABASE_PASSWORD_FILE }), /DATABASE_URL is missing: DATABASE_PASSWORD_FILE/)
})

test('the hosts of a cluster are read as libpq reads them, and only its primary may be asked for', () => {
  const read = (hosts: string, query = '') => readDatabaseAddress(`postgres://a:b@${hosts}/pasarela${query}`)
  assert.deepEqual(read('one:6432,[2001:db8::7]:5433,two', '?target_session_attrs=read-write&sslmode=require'), {
    url: 'postgres://a:b@one:6432/pasarela?sslmode=require',
    hosts: [
      { host: 'one', port: 6432 },
      { host: '2001:db8::7', port: 5433 },
      { host: 'two', port: 5432 },
    ],
  })
  assert.equal(read('one', '?target_session_attrs=primary')?.hosts.length, 1)
  for (const wrong of ['one,', ',one', 'one:0,two', 'one:70000,two', '2001:db8::7,two', 'one two,three']) {
    assert.equal(read(wrong), undefined, wrong)
  }
  for (const wrong of ['standby', 'any', 'read-only', 'no-such']) {
    assert.match(
      faultsOf({ DATABASE_URL: `postgres://a/b?target_session_attrs=${wrong}`, MASTER_KEY_FILE: file }).join(),
      /DATABASE_URL must be .* target_session_attrs is read-write or primary/,
    )
  }
})
