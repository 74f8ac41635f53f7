import { bankFrame, escape } from './page.ts';
import type { Method } from './state.ts';

/** The bank's page on which a card is bound, and later its charges and the permission are set. Plain HTML with a form. */
export function cardPage({ status, digits, charges, returnUrl }: Method, action: string): string {
  const button = (value: string, title: string, kind = '') =>
    `<button class="${kind}" name="decision" value="${value}">${title}</button>`;
  const form = (buttons: readonly string[]) =>
    `<form method="post" action="${escape(action)}">${buttons.join('')}</form>`;
  const back = `<p><a href="${escape(returnUrl)}">Вернуться в магазин</a></p>`;
  const content = {
    pending: form([
      button('bind', 'Привязать карту', 'main'),
      button('insufficient_funds', 'Привязать, но при списании не хватит денег'),
      button('pending', 'Привязать, но списания будут ждать решения'),
      button('refuse', 'Отказать'),
      button('later', 'Вернуться, не привязав'),
    ]),
    active:
      form([
        button('pay', `Списания проходят${charges === 'pay' ? ' ✓' : ''}`),
        button('insufficient_funds', `Не хватает денег${charges === 'insufficient_funds' ? ' ✓' : ''}`),
        button('pending', `Списания ждут решения${charges === 'pending' ? ' ✓' : ''}`),
        button('card_expired', `Срок карты истёк${charges === 'card_expired' ? ' ✓' : ''}`),
        button('permission_revoked', `Отозвать разрешение${charges === 'permission_revoked' ? ' ✓' : ''}`),
      ]) + back,
    inactive: `<p class="done">Карта не привязана</p>${back}`,
  };
  const note = 'Магазин сможет списывать деньги сам. Сейчас ничего не спишется.';
  return bankFrame(`Карта •• ${digits}`, note, content[status]);
}
