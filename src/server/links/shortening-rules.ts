import { addressesOf, replaceAddresses } from '#contract/links/addresses.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import { isOwn, pathOf, refusalOfTarget, type TargetLimits } from './target-rules.ts';

/** Lists the addresses of a message, each once: of its text, its button and the parameters of its templates. */
export function addressesIn({ text, buttons, templates }: MessageContent): string[] {
  const texts = [text, ...templates.flatMap(({ parameters }) => parameters)];
  const written = texts.flatMap(addressesOf);
  const pressed = buttons.flatMap((button) => (button.type === 'url' ? [button.url] : []));
  return [...new Set([...written, ...pressed])];
}

/** Replaces addresses of a message; those that are not in the map stay. */
export function withAddresses(content: MessageContent, replaced: ReadonlyMap<string, string>): MessageContent {
  const inText = (text: string) => replaceAddresses(text, (address) => replaced.get(address) ?? address);
  return {
    ...content,
    text: inText(content.text),
    buttons: content.buttons.map((button) =>
      button.type === 'url' ? { ...button, url: replaced.get(button.url) ?? button.url } : button,
    ),
    templates: content.templates.map((template) => ({
      ...template,
      parameters: template.parameters.map(inText),
      ...(template.text !== undefined && { text: inText(template.text) }),
    })),
  };
}

/** Pages of ours that must work without a record of the visit: the one that stops messages, and files. */
const LEFT_AS_IT_IS = /^\/(?:il|files)\//i;
const SHORT_LINK = /^\/to\/([\w-]+)\/?$/i;

/** The treatment of an address in a message. */
export type Shortening =
  | { kind: 'leave' }
  /** A link of ours, by its code: it may be one to share. */
  | { kind: 'own'; code: string }
  | { kind: 'shorten' };

export function shorteningOf(address: string, limits: TargetLimits): Shortening {
  const refusal = refusalOfTarget(address, limits);
  if (refusal === 'target_loop') {
    const code = SHORT_LINK.exec(pathOf(new URL(address)))?.[1];
    return code ? { kind: 'own', code: code.toLowerCase() } : { kind: 'leave' };
  }
  if (refusal) return { kind: 'leave' };
  const url = new URL(address);
  return isOwn(url, limits) && LEFT_AS_IT_IS.test(pathOf(url)) ? { kind: 'leave' } : { kind: 'shorten' };
}
