import type { inbox as english } from '../en/inbox.ts'

export const inbox: typeof english = {
  title: 'Caixa de teste',
  explanation: 'Aqui chegam os avisos deste ponto de teste enquanto ele não tem um endereço próprio.',
  list: 'Mensagens, as mais recentes primeiro',
  emptyTitle: 'Ainda não há mensagens',
  empty: 'Crie uma operação de teste, ou envie um aviso de teste na página Webhooks. As novas aparecem sozinhas.',
  hasAddress: 'Este ponto tem um endereço, então os avisos novos vão para lá.',
  notLive: 'Pontos reais não têm caixa',
  notLiveWhy: 'Os avisos deles vão para o seu servidor, ou esperam até haver um endereço.',
  webhookId: 'Id do aviso',
  body: 'Corpo',
  headers: 'Cabeçalhos',
  checks: 'Conferido por nós, como seu servidor deve fazer',
}
