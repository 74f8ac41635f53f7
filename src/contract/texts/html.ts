import { characterOf } from './html-entities.ts';
import { type Mark, type MarkedText, writeMarks } from './marks.ts';

/**
 * The parts of HTML that a message keeps: words, bold, italic, and spans that stand for a variable
 * (`<span data-variable="clientName">`). Lists and paragraphs become lines; scripts, styles and comments are dropped
 * with
 * their content; of every other tag only the words stay.
 */

/** Characters; longer pastes are cut. */
const LONGEST_HTML = 300_000;

/** Converts pasted HTML, e.g. from Word, Google Docs or a page, to a message. */
export function messageFromHtml(html: string): string {
  return read(html.slice(0, LONGEST_HTML), { keepsSpaces: false, isTag: () => true });
}

/**
 * Converts a text that may contain tags, as API clients send it. Without an HTML tag it stays unchanged, `<` and `&`
 * too;
 * with one its line breaks stay.
 */
export function messageFromTaggedText(text: string): string {
  const isTag = (name: string) => TAGS.has(name);
  const hasTags = [...text.matchAll(TOKEN)].some(([, , name]) => name !== undefined && isTag(name.toLowerCase()));
  return hasTags ? read(text, { keepsSpaces: true, isTag }) : text;
}

/** A comment, a declaration or condition, a tag, an entity. */
const TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*>|<(\/?)([a-z][a-z0-9:-]*)((?:\s(?:"[^"]*"|'[^']*'|[^'">])*)?)>|&(#?\w+);/gi;

const DROPPED = new Set('script style head title xml template noscript svg math object iframe canvas'.split(' '));
const VOID = new Set('br hr img input meta link col wbr area base embed source'.split(' '));
const BLOCKS = new Set(
  'p div li ul ol tr table h1 h2 h3 h4 h5 h6 blockquote pre section article header footer main aside dl dt dd hr form'.split(
    ' ',
  ),
);
/** Tag names; any other `<…>` is plain text. */
const TAGS = new Set([
  ...DROPPED,
  ...VOID,
  ...BLOCKS,
  ...'a b strong i em u s del ins strike span font small big sub sup code html body thead tbody td th button label'.split(
    ' ',
  ),
]);

type Element = { name: string; bold: boolean; italic: boolean; keepsSpaces: boolean; silence: 'all' | 'bullet' | null };
type Manner = { keepsSpaces: boolean; isTag: (name: string) => boolean };

function read(html: string, { keepsSpaces, isTag }: Manner): string {
  const stack: Element[] = [{ name: '', bold: false, italic: false, keepsSpaces, silence: null }];
  const counts: (number | null)[] = [];
  const page = new Page();
  const top = () => stack.at(-1) ?? ROOT;
  let end = 0;
  const write = (text: string) => {
    const { silence, ...style } = top();
    if (text && silence === null) page.write(text, style);
    if (text && silence === 'bullet') page.bullet ||= bulletOf(text);
  };
  for (const match of html.matchAll(TOKEN)) {
    const [whole, slash, tag, attributes = '', entity] = match;
    const name = tag?.toLowerCase();
    if (name !== undefined && !isTag(name)) continue;
    write(html.slice(end, match.index));
    end = match.index + whole.length;
    if (entity !== undefined) write(characterOf(entity) ?? whole);
    if (name === undefined) continue;
    if (name === 'br' && top().silence === null) page.breakLine();
    if (BLOCKS.has(name)) page.endLine();
    if (slash && (name === 'p' || name === 'div')) page.endParagraph();
    if ((name === 'td' || name === 'th') && slash) page.write(' ', top());
    if (name === 'ul' || name === 'ol') {
      if (slash) counts.pop();
      else counts.push(name === 'ol' ? 0 : null);
    }
    if (slash) {
      const at = stack.findLastIndex((element) => element.name === name);
      if (at > 0) stack.splice(at);
      continue;
    }
    if (name === 'p' || name === 'div') page.beginParagraph();
    if (name === 'li') page.bullet = nextBullet(counts);
    if (!VOID.has(name) && !attributes.endsWith('/')) stack.push(elementOf(name, attributes, top()));
    const variable = VARIABLE.exec(attributes)?.[1];
    if (name === 'span' && variable && top().silence === null) {
      write(`{${variable}}`);
      stack.splice(-1, 1, { ...top(), silence: 'all' });
    }
  }
  write(html.slice(end));
  return page.text();
}

const ROOT: Element = { name: '', bold: false, italic: false, keepsSpaces: false, silence: null };

const VARIABLE = /\sdata-variable\s*=\s*["']?([\w ]{1,60})["']?/i;
const BOLD_NAMES = new Set(['b', 'strong']);
const ITALIC_NAMES = new Set(['i', 'em']);

/** Computes the style of an element: its own where its style or name sets it, else its parent's. */
function elementOf(name: string, attributes: string, parent: Element): Element {
  const style = (/\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes)?.slice(1).find(Boolean) ?? '').toLowerCase();
  const weight = /(?:^|;|\s)font-weight\s*:\s*(\w+)/.exec(style)?.[1];
  const slant = /(?:^|;|\s)font-style\s*:\s*(\w+)/.exec(style)?.[1];
  const bullet = /mso-list\s*:\s*ignore/.test(style) ? 'bullet' : null;
  return {
    name,
    bold: weight ? isBold(weight, parent.bold) : parent.bold || BOLD_NAMES.has(name),
    italic: slant ? slant === 'italic' || slant === 'oblique' : parent.italic || ITALIC_NAMES.has(name),
    keepsSpaces: parent.keepsSpaces || name === 'pre' || /white-space\s*:\s*(?:pre|break-spaces)/.test(style),
    silence: parent.silence ?? (DROPPED.has(name) ? 'all' : bullet),
  };
}

function isBold(weight: string, parent: boolean): boolean {
  if (weight === 'inherit' || weight === 'unset') return parent;
  return weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;
}

function nextBullet(counts: (number | null)[]): string {
  const count = counts.at(-1);
  if (count === null || count === undefined) return '• ';
  counts.splice(-1, 1, count + 1);
  return `${count + 1}. `;
}

/** Detects bullets that Word draws itself: a letter of a symbol font, or a number. */
function bulletOf(text: string): string {
  const sign = text.trim();
  if (!sign) return '';
  return /^\w{1,3}[.)]$/.test(sign) && sign !== 'o' ? `${sign} ` : '• ';
}

/** Collects words line by line. */
class Page {
  bullet = '';
  readonly #lines: MarkedText[][] = [[]];
  #isParagraphEmpty = false;

  write(text: string, { bold, italic, keepsSpaces }: Pick<Element, 'bold' | 'italic' | 'keepsSpaces'>): void {
    const [first = '', ...others] = (
      keepsSpaces ? text.replaceAll('\r\n', '\n') : text.replaceAll(/[ \t\r\n\f]+/g, ' ')
    ).split('\n');
    this.#add(first, bold, italic);
    for (const line of others) {
      this.breakLine();
      this.#add(line, bold, italic);
    }
  }

  breakLine(): void {
    this.#isParagraphEmpty = false;
    this.#lines.push([]);
  }

  /** Ends a line at the start or end of a block. */
  endLine(): void {
    if (!this.#isBlank()) this.#lines.push([]);
  }

  beginParagraph(): void {
    this.#isParagraphEmpty = true;
  }

  /** An empty paragraph is an empty line. */
  endParagraph(): void {
    if (this.#isParagraphEmpty) this.#lines.push([]);
    this.#isParagraphEmpty = false;
  }

  text(): string {
    const written = this.#lines.map((line) => writeMarks(line));
    const lines = written.map((line) => line.replaceAll(/[ \u00a0]{2,}/g, ' ').trim());
    return lines
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim();
  }

  #add(text: string, bold: boolean, italic: boolean): void {
    if (text.trim() === '' && (text === '' || this.#isBlank())) return;
    this.#isParagraphEmpty = false;
    const marks: Mark[] = [...(bold ? ['bold' as const] : []), ...(italic ? ['italic' as const] : [])];
    if (this.bullet) this.#line().push({ text: this.bullet, marks: [] });
    this.bullet = '';
    this.#line().push({ text, marks });
  }

  #isBlank(): boolean {
    return this.#line().every(({ text }) => text.trim() === '');
  }

  #line(): MarkedText[] {
    return this.#lines.at(-1) ?? [];
  }
}
