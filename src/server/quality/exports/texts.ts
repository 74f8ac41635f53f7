import en from '#server/quality/locales/en.json' with { type: 'json' };
import pt_br from '#server/quality/locales/pt_br.json' with { type: 'json' };
import ru from '#server/quality/locales/ru.json' with { type: 'json' };
import uk from '#server/quality/locales/uk.json' with { type: 'json' };
import { roomTexts } from '#server/platform/values/locale-rules.ts';

export const qualityText = roomTexts({ en, pt_br, ru, uk });

export const COLUMNS = Object.keys(en.columns) as (keyof typeof en.columns)[];
