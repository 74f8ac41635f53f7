import type { Language } from '#contract/primitives.ts';
import { roomTexts } from '#server/platform/values/locale-rules.ts';
import en from '#server/texts/locales/en.json' with { type: 'json' };
import pt_br from '#server/texts/locales/pt_br.json' with { type: 'json' };
import ru from '#server/texts/locales/ru.json' with { type: 'json' };
import uk from '#server/texts/locales/uk.json' with { type: 'json' };
import { variablesIn } from './text-rules.ts';

const text = roomTexts({ ru, en, pt_br, uk });

/** "Dear {{1}}" and the like: the place has its courtesy already. */
const AFTER_COURTESY = /(уважаем|дорог|шановн|люб|dear|valued|prezad|car[oa]|querid|estimad)[\p{L}()/]*\s*$/iu;
const STARTS_SENTENCE = /(^|[.!?…]["»”]?\s|\n)\s*[*_]?$/;

/**
 * Returns what a template says in the place of a name that is not known, because no parameter may be empty.
 *
 * @param place of the parameter, the first is 1
 * @returns null where the parameter has something else than the name
 */
export function namelessParameter(
  parameter: string,
  { body, place, language }: { body: string; place: number; language: Language },
): string | null {
  const variables = variablesIn([parameter]);
  if (variables.length !== 1 || variables[0] !== 'clientName') return null;
  const before = body.split(new RegExp(`\\{\\{\\s*${place}\\s*\\}\\}`))[0] ?? '';
  const words = text(language, AFTER_COURTESY.test(before) ? 'nameless.after_courtesy' : 'nameless.greeted');
  const startsSentence = body !== before && STARTS_SENTENCE.test(before);
  return startsSentence ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}
