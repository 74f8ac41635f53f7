import { roomTexts } from '#server/platform/values/locale-rules.ts';
import en from '#server/desk/locales/en.json' with { type: 'json' };
import pt_br from '#server/desk/locales/pt_br.json' with { type: 'json' };
import ru from '#server/desk/locales/ru.json' with { type: 'json' };
import uk from '#server/desk/locales/uk.json' with { type: 'json' };

export const text = roomTexts({ ru, en, pt_br, uk });
