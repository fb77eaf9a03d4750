import type {
  BalanceTransaction,
  BalanceTransactionFilters,
  BalanceTransactionPage,
  Statement,
  StatementDays,
} from './balance-transactions.ts'
import type { CallOptions, Reply } from './call.ts'
import type { EventPage, EventQuery, Resend, SentCallback } from './callback-history.ts'
import type { CardPayinRequest } from './card-payin-requests.ts'
import type { Balance, BankList, Service, Validation } from './catalogue.ts'
import type { DeliveryDetail, DeliveryFilters, DeliveryPage, ListedDelivery, Recovery } from './delivery-log.ts'
import type { PayinRequest } from './payin-requests.ts'
import type { PaymentLink, PaymentLinkFilters, PaymentLinkPage, PaymentLinkRequest } from './payment-links.ts'
import type { PayoutRequest } from './payout-requests.ts'
import type { Refund, RefundFilters, RefundPage, RefundPageQuery, RefundRequest } from './refunds.ts'
import type { ClockMove, InboxMessage, InboxQuery, Simulation, TestClock, TestFunds } from './test-points.ts'
import type {
  CardPayin,
  DebinPayin,
  Payout,
  PixPayin,
  SpeiPayin,
  Transaction,
  TransactionDetail,
  TransactionFilters,
  TransactionPage,
  TransferPayin,
} from './transactions.ts'
import type { Currency, PayType } from './values.ts'
import type { WebhookChange, WebhookSettings } from './webhook-settings.ts'
import type {
  CallbackExplanation,
  NewApiToken,
  NewWebhookSecret,
  ReceivedCallback,
  SecretOverlap,
  TestedWebhook,
  TokenStep,
  WebhookTest,
} from './webhook-tools.ts'
import type { Withdrawal, WithdrawalFilters, WithdrawalPage, WithdrawalRequest } from './withdrawals.ts'

/** The service codes with a reply of their own. */
interface OwnReplies extends Record<CardPayinRequest['service_code'], CardPayin> {
  PIX_BR: PixPayin
  SPEI_MX: SpeiPayin
  DEBIN_AR: DebinPayin
}

/** What a pay-in of a service code is answered with. */
export type PayinOf<Code extends PayinRequest['service_code']> = Code extends keyof OwnReplies
  ? OwnReplies[Code]
  : TransferPayin

/** The body of a pay-in or payout with `operation` beside its fields. */
export interface ValidationRequest {
  operation: PayType
  service_code: string
  [field: string]: unknown
}

/** Why a payout is approved or rejected; kept in the audit log, at most 200 characters. */
export interface DecisionNote {
  note?: string
}

/**
 * One method for each operation of the API, named like its operationId. All of them reject with `PasarelaError`; where
 * the caller's own signal ended the call, with the signal's reason.
 */
export interface PasarelaClient {
  /** Create a pay-in by bank transfer, by a local method or by card. Safe to repeat with the same reference. */
  createPayin<Code extends PayinRequest['service_code']>(
    request: PayinRequest & { service_code: Code },
    options?: CallOptions,
  ): Promise<Reply<PayinOf<Code>>>
  /**
   * Create a payout. Safe to repeat with the same reference: it never pays twice. Rejects with `PayoutFailedError` where the
   * payout surely failed, also when it is repeated.
   */
  createPayout(request: PayoutRequest, options?: CallOptions): Promise<Reply<Payout>>
  /** One page of transactions, newest first. */
  listTransactions(filters?: TransactionFilters, options?: CallOptions): Promise<Reply<TransactionPage>>
  /** All transactions that the filters leave, newest first, page by page as you go. */
  eachTransaction(filters?: TransactionFilters, options?: CallOptions): AsyncIterable<Transaction>
  /** One transaction with its history. */
  getTransaction(transactionId: string, options?: CallOptions): Promise<Reply<TransactionDetail>>
  /** Cancel a pay-in that is not paid. */
  cancelPayin(transactionId: string, options?: CallOptions): Promise<Reply<Transaction>>
  /** Give the bank reference of a payer (BT_VE, PM_VE). */
  givePayerReference(
    transactionId: string,
    request: { payer_reference: string },
    options?: CallOptions,
  ): Promise<Reply<Transaction>>
  /** Agree to a payout that waits for a second key. */
  approvePayout(transactionId: string, request?: DecisionNote, options?: CallOptions): Promise<Reply<Transaction>>
  /** Refuse a payout that waits for a second key. */
  rejectPayout(transactionId: string, request?: DecisionNote, options?: CallOptions): Promise<Reply<Transaction>>
  /**
   * Refund a completed pay-in in whole or in part. Safe to repeat with the same reference: it never refunds twice. Rejects
   * with `RefundFailedError` where the refund surely failed, also when it is repeated.
   */
  createRefund(transactionId: string, request: RefundRequest, options?: CallOptions): Promise<Reply<Refund>>
  /** One page of the refunds of a pay-in, newest first. */
  listRefundsOfPayment(
    transactionId: string,
    query?: RefundPageQuery,
    options?: CallOptions,
  ): Promise<Reply<RefundPage>>
  /** One page of refunds, newest first. */
  listRefunds(filters?: RefundFilters, options?: CallOptions): Promise<Reply<RefundPage>>
  getRefund(refundId: string, options?: CallOptions): Promise<Reply<Refund>>
  /** Make an address that you give to payers. Safe to repeat with the same reference. */
  createPaymentLink(request: PaymentLinkRequest, options?: CallOptions): Promise<Reply<PaymentLink>>
  /** One page of payment links, newest first. */
  listPaymentLinks(filters?: PaymentLinkFilters, options?: CallOptions): Promise<Reply<PaymentLinkPage>>
  getPaymentLink(paymentLinkId: string, options?: CallOptions): Promise<Reply<PaymentLink>>
  /** Its page takes no more payers; what they began goes on. */
  pausePaymentLink(paymentLinkId: string, options?: CallOptions): Promise<Reply<PaymentLink>>
  resumePaymentLink(paymentLinkId: string, options?: CallOptions): Promise<Reply<PaymentLink>>
  /**
   * Take your own money out, to your confirmed account. Safe to repeat with the same reference: it never pays twice. Rejects
   * with `WithdrawalFailedError` where the withdrawal surely failed, also when it is repeated.
   */
  createWithdrawal(request: WithdrawalRequest, options?: CallOptions): Promise<Reply<Withdrawal>>
  /** One page of withdrawals, newest first. */
  listWithdrawals(filters?: WithdrawalFilters, options?: CallOptions): Promise<Reply<WithdrawalPage>>
  getWithdrawal(withdrawalId: string, options?: CallOptions): Promise<Reply<Withdrawal>>
  /** The callbacks of a transaction with every attempt. */
  listCallbacks(transactionId: string, options?: CallOptions): Promise<Reply<{ callbacks: SentCallback[] }>>
  /** Send the latest state of a transaction again. */
  resendCallback(transactionId: string, options?: CallOptions): Promise<Reply<Resend>>
  /** The callbacks of the point as a feed, waiting for the next one; what `pasarela listen` reads. */
  listEvents(query?: EventQuery, options?: CallOptions): Promise<Reply<EventPage>>
  getWebhook(options?: CallOptions): Promise<Reply<WebhookSettings>>
  /** What is left out stays as it is. */
  setWebhook(request: WebhookChange, options?: CallOptions): Promise<Reply<WebhookSettings>>
  /** Send a signed test callback now and see what your server answered; once a second. */
  testWebhook(request?: WebhookTest, options?: CallOptions): Promise<Reply<TestedWebhook>>
  /** Which check of a callback that you received fails, and why. */
  explainCallback(request: ReceivedCallback, options?: CallOptions): Promise<Reply<CallbackExplanation>>
  /** One page of the delivery log, newest first. */
  listDeliveries(filters?: DeliveryFilters, options?: CallOptions): Promise<Reply<DeliveryPage>>
  /** All deliveries that the filters leave, newest first, page by page as you go. */
  eachDelivery(filters?: DeliveryFilters, options?: CallOptions): AsyncIterable<ListedDelivery>
  /** A delivery with every attempt and the exact bytes. */
  getDelivery(deliveryId: string, options?: CallOptions): Promise<Reply<DeliveryDetail>>
  /** Send the latest state of its transaction again. */
  resendDelivery(deliveryId: string, options?: CallOptions): Promise<Reply<Resend>>
  /** Send again everything that failed since a time, at most 30 days ago. Asking twice sends once. */
  recoverCallbacks(request: { since: string }, options?: CallOptions): Promise<Reply<Recovery>>
  /**
   * A new webhook secret; it and the one before sign until the overlap ends. Not repeated after an unclear failure: a
   * further rotation ends the secret that you know, so be ready to use the new one at once.
   */
  rotateWebhookSecret(request?: SecretOverlap, options?: CallOptions): Promise<Reply<NewWebhookSecret>>
  /**
   * A new auth_api_token, step by step. Not repeated after an unclear failure: `stage` may be asked again, the token of
   * the lost answer never signs; `activate` and `retire` answer not_in_this_state where they were carried out.
   */
  rotateApiToken(request: TokenStep, options?: CallOptions): Promise<Reply<NewApiToken>>
  getBalances(options?: CallOptions): Promise<Reply<{ balances: Balance[] }>>
  /** One page of what changed the balance, newest first. All pages of one list show the same moment. */
  listBalanceTransactions(
    filters?: BalanceTransactionFilters,
    options?: CallOptions,
  ): Promise<Reply<BalanceTransactionPage>>
  /** Everything that changed the balance and that the filters leave, newest first, page by page as you go. */
  eachBalanceTransaction(filters?: BalanceTransactionFilters, options?: CallOptions): AsyncIterable<BalanceTransaction>
  /** Opening and closing balance of whole days with their sums and the first 1,000 lines. */
  getStatement(currency: Currency, query: StatementDays, options?: CallOptions): Promise<Reply<Statement>>
  /** Every service code with its fields and an example. */
  listServices(options?: CallOptions): Promise<Reply<{ services: Service[] }>>
  /** The banks of a country: ISO 3166-1 alpha-2, such as AR. */
  listBanks(query: { country: string }, options?: CallOptions): Promise<Reply<BankList>>
  /** Check a request as a live point would, without creating anything. */
  validateRequest(request: ValidationRequest, options?: CallOptions): Promise<Reply<Validation>>
  /** Test points: the callbacks of a point without an address. */
  readInbox(query?: InboxQuery, options?: CallOptions): Promise<Reply<{ messages: InboxMessage[] }>>
  /** Test points: let something happen to a payment. */
  simulate(transactionId: string, request: Simulation, options?: CallOptions): Promise<Reply<Transaction>>
  /** Test points: set a balance. */
  setTestFunds(request: TestFunds, options?: CallOptions): Promise<Reply<Balance>>
  /** Test points: the time of gateway and simulated bank. */
  readTestClock(options?: CallOptions): Promise<Reply<TestClock>>
  /** Test points: move it. */
  moveTestClock(request: ClockMove, options?: CallOptions): Promise<Reply<TestClock>>
}
