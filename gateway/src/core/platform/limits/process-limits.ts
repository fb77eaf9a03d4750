/** What one process has for all callers, and the part of it that one caller may hold, so that nobody can use it up. */
export interface ProcessLimit {
  max: number
  share: number
  /** Who has a share. */
  of: 'address' | 'channel' | 'connector account' | 'merchant or operators' | 'person' | 'point'
}

/**
 * Ten thousand idle keep-alive connections are normal. Beyond this limit, calls and the database run out of file
 * descriptors.
 */
const socketsMax = 12_000

/**
 * Connections of one IPv4 address or IPv6 /64 network: a quarter of all. A merchant's office or server farm behind one
 * address needs hundreds, and one machine cannot use all connections.
 */
const socketsPerAddressMax = 3_000

/** About one second of a process's highest rate. More requests would wait longer than their callers do. */
const merchantRequestsMax = 2_000

/**
 * A point may hold at most 25 % of the slots, so that one slow bank cannot exhaust them. A point can still send 60
 * payouts a second to a slow bank.
 */
const requestsPerPointMax = 500

/**
 * Notifications about money. They are refused only if a provider sends more at once than the database writes in a
 * second.
 */
const providerRequestsMax = 500

/** Notifications that name one connector account: half, because few providers send most of them. */
const requestsPerAccountMax = 250

/** The dashboard sends about ten requests per page. */
const peopleRequestsMax = 300
const requestsPerPersonMax = 60

/** Payer pages and static files. These callers are known only by IP address, which many people may share. */
const pageRequestsMax = 500
const pageRequestsPerAddressMax = 125

/**
 * Requests that may wait for one connector account at once: four times its sockets, so that a fast bank always has
 * work. A bank that hangs takes at most an eighth of the slots of merchants.
 */
const callsPerAccountMax = 256

/**
 * The last quarter of the slots is for points that hold less than a quarter. All test points share one account, so one
 * point whose calls hang cannot block the others.
 */
const callsPerPointMax = 192

/** Requests that wait for a connection: more than statements of a few milliseconds serve within a second. */
const databaseWaitersMax = 1_000

/** Items that wait for a group commit: about a quarter of a second of work. */
const groupItemsWaitingMax = 2_000

/** Files that are being written: each reads the database in batches as long as its client downloads. */
const exportsMax = 8

/** Two people of a point, or a person and a program, can export at the same time. */
const exportsPerPointMax = 2

/** Readers that wait for an event: each asks the database more than twice a second. */
const longPollsMax = 100

/** A developer needs one, and a team a few. */
const longPollsPerPointMax = 10

/** Proofs of the audit log: each reads a whole log, and other requests need connections too. */
const auditProofsMax = 2

/** Requests for a proof of the same log share one. */
const auditProofsPerLogMax = 1

/** Files of banks that arrive or are read: each may take 128 MiB and a thread with 2 GB of memory. */
const bankFilesMax = 2

/** A second person can upload a file while one waits for theirs. */
const bankFilesPerPersonMax = 1

/** Files of banks that their clients send: people keep the slots of theirs. */
const sentFilesMax = 2
const sentFilesPerChannelMax = 1

/** Passwords that wait for their hash: work for a few seconds. */
const passwordsWaitingMax = 50

/** An office behind one address signs in together, and waits a second at most. */
const passwordsWaitingPerCallerMax = 12

/** Callbacks on their way. */
const callbacksInFlightMax = 128

/** The most that a merchant may set as `max_in_flight`. */
const callbacksInFlightPerPointMax = 64

/** Open inquiries: a provider answers most of them within a second. */
const inquiriesMax = 100

/** An account whose provider is silent holds its inquiries until their deadline. */
const inquiriesPerAccountMax = 25

/** The same for inquiries about orders that were given up: they are few, and less urgent. */
const lateInquiriesPerAccountMax = 10

/** A request waits once, so what requests wait for is shared as they are. */
const ofRequests = { share: requestsPerPointMax, of: 'point' } as const

/** All limits of a process that callers share. Each is made from its line here, and is its name in the metrics. */
export const processLimits = {
  sockets: { max: socketsMax, share: socketsPerAddressMax, of: 'address' },
  requests_merchants: { max: merchantRequestsMax, share: requestsPerPointMax, of: 'point' },
  requests_providers: { max: providerRequestsMax, share: requestsPerAccountMax, of: 'connector account' },
  requests_people: { max: peopleRequestsMax, share: requestsPerPersonMax, of: 'person' },
  requests_pages: { max: pageRequestsMax, share: pageRequestsPerAddressMax, of: 'address' },
  connector_account: { max: callsPerAccountMax, share: callsPerPointMax, of: 'point' },
  database_engine: { max: databaseWaitersMax, ...ofRequests },
  database_reader: { max: databaseWaitersMax, ...ofRequests },
  group_create: { max: groupItemsWaitingMax, ...ofRequests },
  group_reserve: { max: groupItemsWaitingMax, ...ofRequests },
  group_apply: { max: groupItemsWaitingMax, ...ofRequests },
  exports: { max: exportsMax, share: exportsPerPointMax, of: 'point' },
  long_polls: { max: longPollsMax, share: longPollsPerPointMax, of: 'point' },
  audit_proofs: { max: auditProofsMax, share: auditProofsPerLogMax, of: 'merchant or operators' },
  bank_files: { max: bankFilesMax, share: bankFilesPerPersonMax, of: 'person' },
  sent_files: { max: sentFilesMax, share: sentFilesPerChannelMax, of: 'channel' },
  passwords_unauthenticated: { max: passwordsWaitingMax, share: passwordsWaitingPerCallerMax, of: 'address' },
  passwords_known: { max: passwordsWaitingMax, share: passwordsWaitingPerCallerMax, of: 'person' },
  callbacks: { max: callbacksInFlightMax, share: callbacksInFlightPerPointMax, of: 'point' },
  inquiries: { max: inquiriesMax, share: inquiriesPerAccountMax, of: 'connector account' },
  late_inquiries: { max: inquiriesMax, share: lateInquiriesPerAccountMax, of: 'connector account' },
} as const satisfies Record<string, ProcessLimit>

export type LimitName = keyof typeof processLimits
