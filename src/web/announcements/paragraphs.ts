/** A part of a paragraph: words, or an address that becomes a link. */
export type Part = { text: string; href?: string };

const ADDRESS = /https?:\/\/[^\s<>"]+/g;
/** Signs after an address that belong to the sentence. */
const TRAILING = /[.,;:!?)\]»”]+$/u;

/** Splits a text into paragraphs, which empty lines part, and each of them into words and addresses. */
export function paragraphsOf(body: string): Part[][] {
  return body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map(partsOf);
}

function partsOf(paragraph: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const match of paragraph.matchAll(ADDRESS)) {
    const href = match[0].replace(TRAILING, '');
    if (match.index > from) parts.push({ text: paragraph.slice(from, match.index) });
    parts.push({ text: href, href });
    from = match.index + href.length;
  }
  if (from < paragraph.length) parts.push({ text: paragraph.slice(from) });
  return parts;
}
