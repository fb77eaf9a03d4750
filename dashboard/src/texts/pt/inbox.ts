import type { inbox as english } from '../en/inbox.ts'

export const inbox: typeof english = {
  title: 'Caixa de teste',
  explanation: 'Aqui chegam os callbacks deste ponto de teste enquanto ele não tem um endereço próprio.',
  list: 'Mensagens, as mais recentes primeiro',
  emptyTitle: 'Ainda não há mensagens',
  empty: 'Crie uma transação de teste, ou envie um callback de teste na página Webhooks. As novas aparecem sozinhas.',
  hasAddress: 'Este ponto tem um endereço, então os callbacks novos vão para lá.',
  notLive: 'Pontos de produção não têm caixa',
  notLiveWhy: 'Os callbacks deles vão para o seu servidor, ou esperam até haver um endereço.',
  webhookId: 'Id do callback',
  body: 'Corpo',
  headers: 'Cabeçalhos',
  checks: 'Conferido por nós, como seu servidor deve fazer',
}
