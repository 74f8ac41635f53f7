import type { TemplateType } from '#contract/flow-templates.ts';
import type { Language } from '#contract/primitives.ts';

/** Ready-made flows that have words of their own; all others say what their kind does. */
const OWN = ['order_accepted', 'order_on_way', 'order_ready', 'order_delivered', 'order_cancelled'] as const;
type OwnType = (typeof OWN)[number];

export function isTemplateText(type: TemplateType): type is OwnType {
  return OWN.some((own) => own === type);
}

export const TEMPLATE_TITLES: Record<OwnType, Record<Language, string>> = {
  order_accepted: {
    ru: 'Заказ принят',
    en: 'Order received',
    pt_br: 'Pedido recebido',
    uk: 'Замовлення прийнято',
  },
  order_on_way: {
    ru: 'Курьер в пути',
    en: 'Courier on the way',
    pt_br: 'Entregador a caminho',
    uk: 'Кур’єр у дорозі',
  },
  order_ready: {
    ru: 'Заказ готов к выдаче',
    en: 'Order ready for pickup',
    pt_br: 'Pedido pronto para retirada',
    uk: 'Замовлення готове до видачі',
  },
  order_delivered: {
    ru: 'Заказ доставлен',
    en: 'Order delivered',
    pt_br: 'Pedido entregue',
    uk: 'Замовлення доставлено',
  },
  order_cancelled: {
    ru: 'Заказ отменён',
    en: 'Order cancelled',
    pt_br: 'Pedido cancelado',
    uk: 'Замовлення скасовано',
  },
};

export const TEMPLATE_TEXTS: Record<OwnType, Record<Language, string>> = {
  order_accepted: {
    ru: `{clientName}, мы получили ваш заказ {orderNumber}.

Состав: {orderItems}
Сумма: {orderSum}
Будет готов к {readyTime}

{businessName}`,
    en: `{clientName}, we have your order {orderNumber}.

Items: {orderItems}
Total: {orderSum}
Ready by {readyTime}

{businessName}`,
    pt_br: `{clientName}, recebemos seu pedido {orderNumber}.

Itens: {orderItems}
Total: {orderSum}
Pronto às {readyTime}

{businessName}`,
    uk: `{clientName}, ми отримали ваше замовлення {orderNumber}.

Склад: {orderItems}
Сума: {orderSum}
Буде готове до {readyTime}

{businessName}`,
  },
  order_on_way: {
    ru: `{clientName}, курьер уже везёт ваш заказ {orderNumber}.

Курьер: {courierName}, {courierPhone}
К оплате: {orderSum}

{businessName}`,
    en: `{clientName}, the courier is on the way with your order {orderNumber}.

Courier: {courierName}, {courierPhone}
To pay: {orderSum}

{businessName}`,
    pt_br: `{clientName}, o entregador já está levando seu pedido {orderNumber}.

Entregador: {courierName}, {courierPhone}
Valor: {orderSum}

{businessName}`,
    uk: `{clientName}, кур’єр уже везе ваше замовлення {orderNumber}.

Кур’єр: {courierName}, {courierPhone}
До сплати: {orderSum}

{businessName}`,
  },
  order_ready: {
    ru: `{clientName}, ваш заказ {orderNumber} готов. Ждём вас.

Адрес: {branchAddress}
К оплате: {orderSum}

{businessName}`,
    en: `{clientName}, your order {orderNumber} is ready. Come and get it.

Address: {branchAddress}
To pay: {orderSum}

{businessName}`,
    pt_br: `{clientName}, seu pedido {orderNumber} está pronto. Esperamos você.

Endereço: {branchAddress}
Valor: {orderSum}

{businessName}`,
    uk: `{clientName}, ваше замовлення {orderNumber} готове. Чекаємо на вас.

Адреса: {branchAddress}
До сплати: {orderSum}

{businessName}`,
  },
  order_delivered: {
    ru: `{clientName}, заказ {orderNumber} у вас. Спасибо.

Если что-то не так, ответьте на это сообщение.

{businessName}`,
    en: `{clientName}, your order {orderNumber} is with you. Thank you.

If something is wrong, just reply to this message.

{businessName}`,
    pt_br: `{clientName}, seu pedido {orderNumber} foi entregue. Obrigado.

Se algo não estiver certo, responda a esta mensagem.

{businessName}`,
    uk: `{clientName}, замовлення {orderNumber} у вас. Дякуємо.

Якщо щось не так, дайте відповідь на це повідомлення.

{businessName}`,
  },
  order_cancelled: {
    ru: `{clientName}, ваш заказ {orderNumber} отменён.
Причина: {cancelCause}

Если это ошибка, ответьте на это сообщение.

{businessName}`,
    en: `{clientName}, your order {orderNumber} is cancelled.
Reason: {cancelCause}

If this is a mistake, just reply to this message.

{businessName}`,
    pt_br: `{clientName}, seu pedido {orderNumber} foi cancelado.
Motivo: {cancelCause}

Se for engano, responda a esta mensagem.

{businessName}`,
    uk: `{clientName}, ваше замовлення {orderNumber} скасовано.
Причина: {cancelCause}

Якщо це помилка, дайте відповідь на це повідомлення.

{businessName}`,
  },
};
