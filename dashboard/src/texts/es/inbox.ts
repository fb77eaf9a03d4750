import type { inbox as english } from '../en/inbox.ts'

export const inbox: typeof english = {
  title: 'Buzón de prueba',
  explanation: 'Aquí llegan los callbacks de este punto de prueba mientras no tenga una dirección propia.',
  list: 'Mensajes, los más recientes primero',
  emptyTitle: 'Todavía no hay mensajes',
  empty:
    'Cree una transacción de prueba, o envíe un callback de prueba en la página Webhooks. Los nuevos aparecen solos.',
  hasAddress: 'Este punto tiene una dirección, así que los callbacks nuevos van allí.',
  notLive: 'Los puntos de producción no tienen buzón',
  notLiveWhy: 'Sus callbacks van a su servidor, o esperan hasta que haya una dirección.',
  webhookId: 'Id del callback',
  body: 'Cuerpo',
  headers: 'Encabezados',
  checks: 'Comprobado por nosotros, como debería hacerlo su servidor',
}
