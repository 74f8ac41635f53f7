import type { Language } from '#contract/primitives.ts';
import { roomTexts } from '#server/platform/values/locale-rules.ts';
import en from './locales/en.json' with { type: 'json' };
import pt_br from './locales/pt_br.json' with { type: 'json' };
import ru from './locales/ru.json' with { type: 'json' };
import uk from './locales/uk.json' with { type: 'json' };

const text = roomTexts({ ru, en, pt_br, uk });

/** The text of a note: which way the message went, by which channel, and what it says. */
export function noteText(
  direction: 'sent' | 'received',
  { channelTitle, text: body }: { channelTitle: string; text: string },
  language: Language,
): string {
  const head = text(language, direction, { channel: channelTitle });
  return `${head}\n${body.trim() || text(language, 'no_text')}`;
}
