import { z } from 'zod'
import { mailSender, retentionDays, smtpAddress } from './config-mail.ts'
import {
  callbackAddress,
  cellsKey,
  certificateFile,
  databaseAddress,
  httpAddress,
  networkList,
  oneOf,
  passwordFile,
  privateKeyFile,
  readableFile,
  tokenFile,
  wholeNumber,
} from './config-values.ts'

/**
 * Each pool needs at least one connection. More than the maximum only makes statements wait for each other in the
 * server.
 */
const databaseConnectionsMin = 6
export const databaseConnectionsMax = 200

/** Two digits of a key id tell the cell. */
const cellMax = 99

/** A month. */
const toPayHoursMax = 720

/** A day: the time of the shortest pay-in. */
const holdMinutesMax = 1_440

/** Load balancers notice a shutdown within seconds. A longer drain has no use. */
const drainSecondsMax = 300

/**
 * Each setting: how it is read, an example for error messages, and for docs/reference/settings.md what holds where it is not
 * set and what it is for.
 */
export const settings = {
  PORT: {
    schema: wholeNumber(65_535),
    example: '8420',
    unset: '`8420`',
    meaning:
      'Port on which the gateway listens. 0 lets the system choose. The simulated bank of `npm start` takes the next one.',
  },
  HOST: {
    schema: z.string(),
    example: '127.0.0.1',
    unset: '`127.0.0.1`',
    meaning: 'Address on which the gateway listens.',
  },
  PASARELA_DATA_DIR: {
    schema: z.string(),
    example: './data',
    unset: '`./data`',
    meaning: 'Folder of the embedded database, its master key, the journal of the simulated bank and `demo.json`.',
  },
  DATABASE_URL: {
    schema: databaseAddress,
    example: 'postgresql://pasarela@db.example.com:5432/pasarela',
    unset: 'the embedded database',
    meaning:
      'Your own PostgreSQL, 15 or newer. All hosts of a cluster may stand here, separated by commas: the primary is found.',
  },
  DATABASE_READ_URL: {
    schema: databaseAddress,
    example: 'postgresql://pasarela@replica.example.com:5432/pasarela',
    unset: 'none',
    meaning:
      'A physical replica of `DATABASE_URL` for lists, searches and exports; of several hosts a standby is read.',
  },
  DATABASE_PASSWORD_FILE: {
    schema: passwordFile,
    example: '/run/secrets/pasarela-database-password',
    unset: 'the password in the addresses, if any',
    meaning: 'A file with the password for `DATABASE_URL` and `DATABASE_READ_URL`, where they hold none.',
  },
  DATABASE_CONNECTIONS: {
    schema: wholeNumber(databaseConnectionsMax, databaseConnectionsMin),
    example: '20',
    unset: '`20`',
    meaning: 'How many connections this process opens to the database at most, 6 to 200.',
  },
  PUBLIC_URL: {
    schema: httpAddress,
    example: 'https://pay.example.com',
    unset: '`http://HOST:PORT`',
    meaning: 'The address that merchants and payers see, without a path.',
  },
  SIMBANK_URL: {
    schema: httpAddress,
    example: 'http://127.0.0.1:8421',
    unset: 'set by `npm start`',
    meaning: 'Address of a simulated bank.',
  },
  SIMBANK_CREDENTIALS_FILE: {
    schema: readableFile,
    example: './data/simbank/credentials.json',
    unset: 'set by `npm start`',
    meaning: 'Its credentials: a JSON file with `token` and `notification_secret`.',
  },
  MASTER_KEY_FILE: {
    schema: readableFile,
    example: '/run/secrets/pasarela-master-key',
    unset: '`master.key` in the data folder',
    meaning: '32 bytes as base64 or hex, with which secrets in the database are sealed. Required with `DATABASE_URL`.',
  },
  TRUSTED_PROXIES: {
    schema: networkList,
    example: '10.0.0.0/8,2001:db8::/32',
    unset: 'none',
    meaning: 'Networks (CIDR) of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` count.',
  },
  TLS_CERT_FILE: {
    schema: certificateFile,
    example: '/etc/pasarela/tls.crt',
    unset: 'none: plain HTTP',
    meaning: 'Certificate chain (PEM) for serving HTTPS.',
  },
  TLS_KEY_FILE: {
    schema: privateKeyFile,
    example: '/etc/pasarela/tls.key',
    unset: 'none',
    meaning: 'Private key of that certificate (PEM).',
  },
  CALLBACK_ALLOW_CIDRS: {
    schema: networkList,
    example: '127.0.0.0/8',
    unset: 'none',
    meaning: 'Test points only: private networks that callbacks may go to.',
  },
  CALLBACK_CA_FILE: {
    schema: certificateFile,
    example: './test-ca.pem',
    unset: 'none',
    meaning: 'Test points only: a further certificate authority (PEM) for the addresses of callbacks.',
  },
  METRICS_ALLOW_CIDRS: {
    schema: networkList,
    example: '10.1.2.0/24',
    unset: 'this machine',
    meaning: 'Networks that may read `/metrics`.',
  },
  METRICS_TOKEN_FILE: {
    schema: tokenFile,
    example: '/run/secrets/pasarela-metrics-token',
    unset: 'none',
    meaning: 'A file with a token of 16 characters or more that opens `/metrics` from any address.',
  },
  DEMO_CALLBACK_URL: {
    schema: callbackAddress,
    example: 'https://localhost:9443/callbacks',
    unset: 'the test inbox',
    meaning: 'Where callbacks of the demo point go. Read at the first start only.',
  },
  LOG_LEVEL: {
    schema: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    example: 'info',
    unset: '`info`',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  },
  SMTP_URL: {
    schema: smtpAddress,
    example: 'smtp://user:password@mail.example.com:587',
    unset: 'none: alerts in the dashboard only',
    meaning: 'Mail server: `smtp://user:password@host:587` or `smtps://…`.',
  },
  MAIL_FROM: {
    schema: mailSender,
    example: 'Pasarela <pay@example.com>',
    unset: 'none',
    meaning: 'Sender of mails. Required with `SMTP_URL`.',
  },
  RETENTION_PERSONAL_DAYS: {
    schema: retentionDays,
    example: '3650',
    unset: '`3650`',
    meaning: 'Days after which personal data of finished payments are removed, 60 or more. `0`: never.',
  },
  REFERENCES_PER_POINT: {
    schema: wholeNumber(1_000_000, 1),
    example: '100000',
    unset: '`100000`',
    meaning:
      'How many of the 1,000,000 seven-digit references of an own account (SPEI) one point may hold, those of the last month included. Its payment links hold at most a fifth of these.',
  },
  PAYMENT_LINK_HOLD_MINUTES: {
    schema: wholeNumber(holdMinutesMax, 1),
    example: '60',
    unset: '`60`',
    meaning: 'How long a payer who began on the page of a payment link counts as a use of it without having paid.',
  },
  TO_PAY_ALERT_HOURS: {
    schema: wholeNumber(toPayHoursMax, 1),
    example: '4',
    unset: '`4`',
    meaning:
      'Hours after which operators are alerted of a payout or refund that a person has to make at the bank, 1 to 720.',
  },
  CELL: {
    schema: wholeNumber(cellMax, 1),
    example: '1',
    unset: 'none: this is the only deployment',
    meaning:
      'Number of this cell, 1 to 99, where several deployments share one address. New key ids and point ids begin with it. It never changes.',
  },
  CELLS_KEY: {
    schema: cellsKey,
    example: '$(openssl rand -hex 32)',
    unset: 'none',
    meaning: 'Secret that all cells have in common, 32 characters or more, for `pasarela cell facts`.',
  },
  MIGRATE: {
    schema: oneOf('on', 'off'),
    example: 'on',
    unset: '`on`',
    meaning: '`off`: a start does not migrate the database. Run `pasarela migrate` instead.',
  },
  PASARELA_DEMO: {
    schema: oneOf('1', '0'),
    example: '1',
    unset: '`1` on the embedded database, else `0`',
    meaning: 'Whether the demo merchant and the simulated bank exist.',
  },
  DEMO_OWN_ACCOUNT: {
    schema: oneOf('1', '0'),
    example: '1',
    unset: '`1` on the embedded database, else `0`',
    meaning:
      'Whether the demo merchant has a second point, whose payers deposit to an own bank account at the simulated bank.',
  },
  PASARELA_ROLE: {
    schema: oneOf('all', 'api', 'worker'),
    example: 'worker',
    unset: '`all`',
    meaning: '`api` answers requests, `worker` runs the loops, `all` does both. The option `--role` wins over it.',
  },
  DRAIN_SECONDS: {
    schema: wholeNumber(drainSecondsMax),
    example: '10',
    unset: '`0`',
    meaning: 'Seconds for which a process that is to end still answers requests, 300 at most.',
  },
  TEST_CLOCK: {
    schema: oneOf('sole-merchant', 'anybody'),
    example: 'anybody',
    unset: '`sole-merchant`',
    meaning:
      '`sole-merchant`: a key of a test point moves the clock only while all points belong to one merchant. `anybody`: it moves the clock of all merchants.',
  },
} as const
