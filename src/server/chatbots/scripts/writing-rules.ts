import { SCRIPT_VARIABLES } from '#contract/chatbots/values.ts';
import type { Language } from '#contract/primitives.ts';
import type { TextVariable } from '#contract/texts/calls.ts';
import { oneLine } from '#server/texts/content/format-rules.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import { chooseText, renderText } from '#server/texts/content/text-rules.ts';
import type { RunMessage } from './step-rules.ts';

/** The values of the variables of a bot's messages. */
export type ScriptWords = {
  clientName: string;
  businessName: string;
  /** The contact's, and the cabinet's for customers. */
  language: Language;
  cabinetLanguage: Language;
  branches: readonly { id: string; title: string; address: string | null; phone: string | null }[];
};

type Values = Record<(typeof SCRIPT_VARIABLES)[number], string | null>;

/** Writes a message in the contact's language where there is a text in it. */
export function writeMessage(message: RunMessage, words: ScriptWords): MessageContent {
  const { clientName, businessName, language, cabinetLanguage } = words;
  const branch = words.branches.find(({ id }) => id === message.branchId);
  const values: Values = {
    clientName,
    businessName,
    branchTitle: branch?.title ?? null,
    branchAddress: branch?.address ?? null,
    branchPhone: branch?.phone ?? null,
  };
  const valueOf = (variable: TextVariable) => {
    const offered = SCRIPT_VARIABLES.find((one) => one === variable);
    return offered ? oneLine(values[offered]) : '';
  };
  const { text } = renderText(chooseText(message.texts, language, cabinetLanguage).text, {
    of: valueOf,
    property: () => '',
  });
  const buttons = message.buttons.map(({ id, title }) => ({ type: 'answer' as const, id, title }));
  return { text, image: null, buttons, templates: [] };
}
