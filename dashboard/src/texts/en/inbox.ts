export const inbox = {
  title: 'Test inbox',
  explanation: 'Callbacks of this test point arrive here while it has no address of its own.',
  list: 'Messages, newest first',
  emptyTitle: 'No messages yet',
  empty: 'Create a test payment, or send a test callback on the page Webhooks. New messages show up by themselves.',
  hasAddress: 'This point has an address, so new callbacks go there.',
  notLive: 'Live points have no inbox',
  notLiveWhy: 'Their callbacks go to your server, or wait until there is an address.',
  webhookId: 'Callback id',
  body: 'Body',
  headers: 'Headers',
  checks: 'Checked by us, as your server should',
}
