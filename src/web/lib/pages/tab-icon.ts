/** The icon of the tab as it was loaded: its address and its drawing. */
let plain: { href: string; drawing: Promise<string> } | null = null;
let wanted = 0;

/** Draws a number on the icon of the tab; 0 takes it off. */
export async function badgeTabIcon(count: number): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  wanted = count;
  if (!link || (count === 0 && !plain)) return;
  plain ??= { href: link.href, drawing: load(link.href) };
  const { href, drawing } = plain;
  const icon = count === 0 ? href : iconWithBadge(await drawing, count);
  if (wanted === count) link.href = icon ?? href;
}

async function load(href: string): Promise<string> {
  const answer = await fetch(href);
  return answer.ok ? answer.text() : '';
}

/** Most that has room on an icon of 16 pixels. */
const MAX_SHOWN = 9;

/** The address of an icon with a number in its corner; null where the drawing is not the one known here: 32 by 32 units. */
export function iconWithBadge(drawing: string, count: number): string | null {
  if (!drawing.includes('viewBox="0 0 32 32"')) return null;
  const words = count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count);
  const badge = `<circle cx="22" cy="10" r="10" fill="#dc2626"/><text x="22" y="15" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${words.length > 1 ? 13 : 16}" fill="#fff">${words}</text>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing.replace('</svg>', `${badge}</svg>`))}`;
}
