import { MailingSettings } from '#contract/mailings/calls.ts';
import { Language } from '#contract/primitives.ts';
import { roomTexts } from '#server/platform/values/locale-rules.ts';
import en from '#server/mailings/locales/en.json' with { type: 'json' };
import pt_br from '#server/mailings/locales/pt_br.json' with { type: 'json' };
import ru from '#server/mailings/locales/ru.json' with { type: 'json' };
import uk from '#server/mailings/locales/uk.json' with { type: 'json' };

const text = roomTexts({ ru, en, pt_br, uk });

/** The settings of a new mailing: every contact, at once when it goes live. Texts are in every language. */
export function newSettings(language: Language): MailingSettings {
  const others = Language.options.filter((other) => other !== language).map((other) => [other, text(other, 'text')]);
  return MailingSettings.parse({
    audience: { type: 'conditions', conditions: {} },
    content: { texts: { default: text(language, 'text'), ...Object.fromEntries(others) } },
    timing: {},
  });
}

export function newTitle(language: Language): string {
  return text(language, 'title');
}
