import { roomTexts } from '#server/platform/values/locale-rules.ts';
import en from '#server/chatbots/locales/en.json' with { type: 'json' };
import pt_br from '#server/chatbots/locales/pt_br.json' with { type: 'json' };
import ru from '#server/chatbots/locales/ru.json' with { type: 'json' };
import uk from '#server/chatbots/locales/uk.json' with { type: 'json' };

/** Replies about a visit: `when` is its day and time, in the contact's language. */
export type VisitReply = keyof typeof en.visit;

/** All other replies. */
export type Reply = keyof typeof en.reply;

export const text = roomTexts({ ru, en, pt_br, uk });
