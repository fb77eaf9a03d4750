import type { inbox as english } from '../en/inbox.ts'

export const inbox: typeof english = {
  title: 'Buzón de prueba',
  explanation: 'Aquí llegan los avisos de este punto de prueba mientras no tenga una dirección propia.',
  list: 'Mensajes, los más recientes primero',
  emptyTitle: 'Todavía no hay mensajes',
  empty: 'Cree una operación de prueba, o envíe un aviso de prueba en la página Webhooks. Los nuevos aparecen solos.',
  hasAddress: 'Este punto tiene una dirección, así que los avisos nuevos van allí.',
  notLive: 'Los puntos reales no tienen buzón',
  notLiveWhy: 'Sus avisos van a su servidor, o esperan hasta que haya una dirección.',
  webhookId: 'Id del aviso',
  body: 'Cuerpo',
  headers: 'Encabezados',
  checks: 'Comprobado por nosotros, como debería hacerlo su servidor',
}
