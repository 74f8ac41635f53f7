import { roomTexts } from '#server/platform/values/locale-rules.ts';
import en from '#server/assistants/locales/en.json' with { type: 'json' };
import pt_br from '#server/assistants/locales/pt_br.json' with { type: 'json' };
import ru from '#server/assistants/locales/ru.json' with { type: 'json' };
import uk from '#server/assistants/locales/uk.json' with { type: 'json' };

export const text = roomTexts({ ru, en, pt_br, uk });
