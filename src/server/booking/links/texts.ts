import { roomTexts } from '#server/platform/values/locale-rules.ts';
import en from '#server/booking/locales/en.json' with { type: 'json' };
import pt_br from '#server/booking/locales/pt_br.json' with { type: 'json' };
import ru from '#server/booking/locales/ru.json' with { type: 'json' };
import uk from '#server/booking/locales/uk.json' with { type: 'json' };

/** Words of the pages that contacts see. */
export const text = roomTexts({ ru, en, pt_br, uk });
