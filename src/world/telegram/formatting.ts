import { badRequest } from './errors.ts';

const TAGS = new Set('b strong i em u ins s strike del span tg-spoiler a tg-emoji code pre blockquote'.split(' '));
const TAG = /<(\/?)([a-zA-Z-]+)([^<>]*)>|<|&(?!(?:lt|gt|amp|quot|#\d+|#x[\da-fA-F]+);)/g;
const RESERVED = /(?<!\\)[[\]()~`>#+\-=|{}.!]/;

/**
 * The length of a text as a person sees it, after its markup was read.
 *
 * @throws BotError `can't parse entities` when the markup is wrong
 */
export function visibleLength(text: string, parseMode: string | undefined): number {
  if (parseMode === undefined) return text.length;
  if (/^html$/i.test(parseMode)) return htmlLength(text);
  if (/^markdownv2$/i.test(parseMode)) return markdownLength(text);
  if (/^markdown$/i.test(parseMode)) return text.length;
  throw badRequest('unsupported parse_mode');
}

function htmlLength(text: string): number {
  const open: string[] = [];
  for (const { 0: found, 1: slash, 2: name, index } of text.matchAll(TAG)) {
    if (found.startsWith('&')) continue;
    const at = `at byte offset ${Buffer.byteLength(text.slice(0, index))}`;
    if (!name || !TAGS.has(name.toLowerCase()))
      throw badRequest(`can't parse entities: Unsupported start tag "${name ?? ''}" ${at}`);
    if (!slash) open.push(name.toLowerCase());
    else if (open.pop() !== name.toLowerCase()) throw badRequest(`can't parse entities: Unmatched end tag ${at}`);
  }
  const unclosed = open.pop();
  if (unclosed) throw badRequest(`can't parse entities: Can't find end tag corresponding to start tag "${unclosed}"`);
  return text.replaceAll(/<[^<>]*>/g, '').replaceAll(/&[#\w]+;/g, ' ').length;
}

/** Takes whole entities away; a reserved character that is left was not escaped. */
function markdownLength(text: string): number {
  const bare = text
    .replaceAll(/```[\s\S]*?```|(?<!\\)`[^`]*`/g, 'x')
    .replaceAll(/(?<!\\)!?\[((?:\\.|[^\]\\])*)\]\((?:\\.|[^)\\])*\)/g, 'x')
    .replaceAll(/(?<!\\)\|\|/g, '')
    .replaceAll(/^(?:\*\*)?>/gm, '');
  for (const mark of ['*', '_', '~']) {
    if ([...bare.matchAll(new RegExp(`(?<!\\\\)\\${mark}`, 'g'))].length % 2 === 1) {
      throw badRequest(`can't parse entities: Can't find end of the entity starting with '${mark}'`);
    }
  }
  const left = RESERVED.exec(bare.replaceAll(/(?<!\\)~/g, ''));
  if (left)
    throw badRequest(
      `can't parse entities: Character '${left[0]}' is reserved and must be escaped with the preceding '\\'`,
    );
  return bare.replaceAll(/(?<!\\)[*_~]/g, '').replaceAll(/\\(.)/g, '$1').length;
}
