import type { DeliveryKind, OrderStatus } from '#contract/orders.ts';
import type { Language } from '#contract/primitives.ts';

/** What customers read of an order's status; nothing of one that nobody knows. */
export const ORDER_STATUS_WORDS: Record<Language, Record<OrderStatus, string>> = {
  ru: {
    Unconfirmed: 'принят',
    WaitCooking: 'ждёт приготовления',
    ReadyForCooking: 'передан на кухню',
    CookingStarted: 'готовится',
    CookingCompleted: 'приготовлен',
    Waiting: 'собран',
    OnWay: 'в пути',
    Delivered: 'доставлен',
    Closed: 'выполнен',
    Cancelled: 'отменён',
    unknown: '',
  },
  en: {
    Unconfirmed: 'received',
    WaitCooking: 'waiting for the kitchen',
    ReadyForCooking: 'sent to the kitchen',
    CookingStarted: 'being cooked',
    CookingCompleted: 'cooked',
    Waiting: 'packed',
    OnWay: 'on its way',
    Delivered: 'delivered',
    Closed: 'completed',
    Cancelled: 'cancelled',
    unknown: '',
  },
  pt_br: {
    Unconfirmed: 'recebido',
    WaitCooking: 'aguardando a cozinha',
    ReadyForCooking: 'enviado à cozinha',
    CookingStarted: 'em preparo',
    CookingCompleted: 'pronto',
    Waiting: 'embalado',
    OnWay: 'a caminho',
    Delivered: 'entregue',
    Closed: 'concluído',
    Cancelled: 'cancelado',
    unknown: '',
  },
  uk: {
    Unconfirmed: 'прийнято',
    WaitCooking: 'чекає на приготування',
    ReadyForCooking: 'передано на кухню',
    CookingStarted: 'готується',
    CookingCompleted: 'приготовано',
    Waiting: 'зібрано',
    OnWay: 'у дорозі',
    Delivered: 'доставлено',
    Closed: 'виконано',
    Cancelled: 'скасовано',
    unknown: '',
  },
};

export const DELIVERY_WORDS: Record<Language, Record<DeliveryKind, string>> = {
  ru: { DeliveryByCourier: 'доставка курьером', DeliveryByClient: 'самовывоз' },
  en: { DeliveryByCourier: 'courier delivery', DeliveryByClient: 'pickup' },
  pt_br: { DeliveryByCourier: 'entrega', DeliveryByClient: 'retirada' },
  uk: { DeliveryByCourier: 'доставка кур’єром', DeliveryByClient: 'самовивіз' },
};
