import type { DeliveryKind, OrderStatus } from '#contract/orders/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { roomTexts } from '#server/platform/values/locale-rules.ts';
import en from './locales/en.json' with { type: 'json' };
import pt_br from './locales/pt_br.json' with { type: 'json' };
import ru from './locales/ru.json' with { type: 'json' };
import uk from './locales/uk.json' with { type: 'json' };

const text = roomTexts({ ru, en, pt_br, uk });

/** The status of an order as contacts read it; empty for an unknown one. */
export function orderStatusText(status: OrderStatus, language: Language): string {
  return status === 'unknown' ? '' : text(language, `order_status.${status}`);
}

export function deliveryKindText(kind: DeliveryKind, language: Language): string {
  return text(language, `delivery_kind.${kind}`);
}

type Example = {
  clientName: string;
  masterName: string;
  serviceTitle: string;
  branchAddress: string;
  /** Another service that a contact could be offered. */
  offerTitle: string;
  items: { title: string; amount: number }[];
  courierName: string;
  courierPhone: string;
  cancelCause: string;
  eventName: string;
  dealTitle: string;
  dealStage: string;
  dealResponsible: string;
  taskText: string;
};

/** An invented contact, visit and order, to preview a message where no real ones exist yet. */
export function exampleTexts(language: Language): Example {
  const t = (key: keyof typeof en.example) => text(language, `example.${key}`);
  return {
    clientName: t('client_name'),
    masterName: t('master_name'),
    serviceTitle: t('service_title'),
    branchAddress: t('branch_address'),
    offerTitle: t('offer_title'),
    items: [
      { title: t('first_item'), amount: 1 },
      { title: t('second_item'), amount: 2 },
    ],
    courierName: t('courier_name'),
    courierPhone: t('courier_phone'),
    cancelCause: t('cancel_cause'),
    eventName: t('event_name'),
    dealTitle: t('deal_title'),
    dealStage: t('deal_stage'),
    dealResponsible: t('deal_responsible'),
    taskText: t('task_text'),
  };
}
