import type { DeliveryKind, OrderStatus } from '#contract/orders.ts';
import type { Language } from '#contract/primitives.ts';
import { roomTexts } from '#server/platform/locale-rules.ts';
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
