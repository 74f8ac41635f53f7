import { roomTexts } from '#server/platform/values/locale-rules.ts';
import en from '#server/audiences/locales/en.json' with { type: 'json' };
import pt_br from '#server/audiences/locales/pt_br.json' with { type: 'json' };
import ru from '#server/audiences/locales/ru.json' with { type: 'json' };
import uk from '#server/audiences/locales/uk.json' with { type: 'json' };

/** Texts of the dashboards that the product makes. */
export const text = roomTexts({ ru, en, pt_br, uk });
