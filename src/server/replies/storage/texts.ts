import { roomTexts } from '#server/platform/values/locale-rules.ts';
import en from '#server/replies/locales/en.json' with { type: 'json' };
import pt_br from '#server/replies/locales/pt_br.json' with { type: 'json' };
import ru from '#server/replies/locales/ru.json' with { type: 'json' };
import uk from '#server/replies/locales/uk.json' with { type: 'json' };

export const text = roomTexts({ ru, en, pt_br, uk });
