import { isbot } from 'isbot';
import { type ClickDevice, type ClickVerdict, SCANNED } from '#contract/links/values.ts';

/** The parts of a request for a link that say who sent it. */
export type LinkRequest = {
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, unknown>>;
};

/** Messengers that draw previews and that `isbot` does not know. */
const PREVIEWING = /^Viber(?:\/|$)/i;

/**
 * Whether a request was made by a person. The layers are independent of each other: the method, the browser's own
 * words, then the name of the program.
 */
export function verdictOf({ method, headers }: LinkRequest): ClickVerdict {
  if (method === 'HEAD') return 'head';
  const purpose = `${text(headers['sec-purpose'])} ${text(headers['purpose'])} ${text(headers['x-purpose'])} ${text(headers['x-moz'])}`;
  if (/prefetch|prerender/i.test(purpose)) return 'prefetch';
  const agent = text(headers['user-agent']).trim();
  if (/preview/i.test(purpose) || agent === '' || PREVIEWING.test(agent) || isbot(agent)) return 'preview';
  return 'click';
}

/** The kind of device, by the words that browsers agree on. */
export function deviceOf({ headers }: LinkRequest): ClickDevice {
  const agent = text(headers['user-agent']);
  if (/iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/i.test(agent)) return 'tablet';
  if (/Mobi|iPhone|iPod|Android|Phone|Opera Mini/i.test(agent)) return 'phone';
  return /Windows|Macintosh|X11|Linux|CrOS/i.test(agent) ? 'computer' : 'unknown';
}

/** Apps whose own browser sends no page, by their name in the request. */
const APPS: readonly (readonly [RegExp, string])[] = [
  [/Instagram/i, 'Instagram'],
  [/FBAN|FBAV|FB_IAB/, 'Facebook'],
  [/WhatsApp/i, 'WhatsApp'],
  [/Telegram/i, 'Telegram'],
  [/VKAndroidApp|VK\/|vkclient/i, 'VK'],
  [/Viber/i, 'Viber'],
  [/TikTok|musical_ly|BytedanceWebview/i, 'TikTok'],
  [/OKApp|odnoklassniki/i, 'OK'],
];

const LONGEST_SOURCE = 100;

/** Where a visitor came from: a scan, an app, the host of a page, or nobody said. */
export function sourceOf({ headers, query }: LinkRequest): string {
  if (SCANNED in query) return 'qr';
  const app = APPS.find(([sign]) => sign.test(text(headers['user-agent'])));
  if (app) return app[1];
  const referrer = text(headers['referer']);
  const host = URL.canParse(referrer) ? new URL(referrer).hostname.replace(/^www\./, '') : '';
  return host.slice(0, LONGEST_SOURCE) || 'direct';
}

function text(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(' ') : (header ?? '');
}
