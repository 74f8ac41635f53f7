import { type Payment, type Refund, REFUND_MODES, type YookassaState } from './state.ts';

/** The bank's page, on which a person decides. Plain HTML with a form. */
export function bankPage(
  payment: Payment,
  action: string,
  { refunds, switches }: Pick<YookassaState, 'refunds' | 'switches'>,
): string {
  const sum = `${payment.amount.value.replace('.', ',')} ${payment.amount.currency === 'RUB' ? '₽' : payment.amount.currency}`;
  const button = (value: string, title: string, kind = '') =>
    `<button class="${kind}" name="decision" value="${value}">${title}</button>`;
  const content =
    payment.status === 'pending'
      ? `<form method="post" action="${escape(action)}">
          ${button('pay', `Оплатить ${escape(sum)}`, 'main')}
          ${button('insufficient_funds', 'Отказать: не хватает денег')}
          ${button('3d_secure_failed', 'Отказать: не пройден 3-D Secure')}
          ${button('later', 'Вернуться, не заплатив')}</form>`
      : `<p class="done">${payment.status === 'succeeded' ? 'Оплачено' : 'Платёж отменён'}</p>
         <p><a href="${escape(payment.returnUrl)}">Вернуться в магазин</a></p>
         ${payment.status === 'succeeded' ? refundsOf(payment, `${action}/refunds`, { refunds, switches }) : ''}`;
  return bankFrame(sum, payment.description, content);
}

/** A page of the bank; `content` is HTML. */
export function bankFrame(title: string, text: string, content: string): string {
  return `<!doctype html><html lang="ru"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(title)}</title><style>
:root{color-scheme:light dark}*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;background:light-dark(#eef1f5,#17181a)}
main{width:min(420px,100vw - 24px);padding:28px;border-radius:20px;background:light-dark(#fff,#232427)}
h1{font-size:32px;margin:12px 0 0}p{margin:0 0 16px;color:light-dark(#4b5563,#b6bcc6)}form{display:grid;gap:10px;margin-top:20px}
button{min-height:48px;padding:10px 16px;border-radius:12px;border:1px solid light-dark(#d1d5db,#3f4247);background:none;color:inherit;font:inherit;cursor:pointer}
.main{border:0;background:#0f62fe;color:#fff;font-weight:600}.done{font-size:20px;color:inherit}a{color:light-dark(#0b57d0,#a8c7fa)}</style></head>
<body><main><b>ЮKassa</b> <small>в мире-тренажёре</small><h1>${escape(title)}</h1><p>${escape(text)}</p>${content}</main></body></html>`;
}

const STATUSES = { pending: 'ждёт', succeeded: 'возвращено', canceled: 'отказано' } as const;
const MODES = { at_once: 'делать сразу', wait: 'ждать решения', refuse: 'отказывать' } as const;

/** Refunds of a paid payment, the decisions about those that wait, and how the next ones are treated. */
function refundsOf(
  payment: Payment,
  action: string,
  { refunds, switches }: Pick<YookassaState, 'refunds' | 'switches'>,
): string {
  const row = ({ id, amount, status, description }: Refund) =>
    `<p>${escape(amount.value.replace('.', ','))} ₽, ${STATUSES[status]}: ${escape(description)}</p>${
      status === 'pending'
        ? `<form method="post" action="${escape(action)}"><input type="hidden" name="refund" value="${id}">
          <button name="decision" value="succeeded">Вернуть</button><button name="decision" value="canceled">Отказать</button></form>`
        : ''
    }`;
  const modes = REFUND_MODES.map(
    (mode) =>
      `<button name="mode" value="${mode}"${mode === switches.refunds ? ' class="main"' : ''}>${MODES[mode]}</button>`,
  );
  return `<p><b>Возвраты</b></p>${refunds
    .filter(({ paymentId }) => paymentId === payment.id)
    .map(row)
    .join('')}<p>Следующие возвраты:</p><form method="post" action="${escape(action)}">${modes.join('')}</form>`;
}

/** Text as HTML. */
export const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
