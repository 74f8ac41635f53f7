import { roomTexts } from '#server/platform/locale-rules.ts';
import en from './locales/en.json' with { type: 'json' };
import pt_br from './locales/pt_br.json' with { type: 'json' };
import ru from './locales/ru.json' with { type: 'json' };
import uk from './locales/uk.json' with { type: 'json' };

/** Words of the pages that contacts see. */
export const text = roomTexts({ ru, en, pt_br, uk });
