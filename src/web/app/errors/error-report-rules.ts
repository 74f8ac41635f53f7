import type { Language } from '#contract/primitives.ts';

/** Where an error happened. */
export type ErrorPlace = { path: string; brand: string; language: Language };

type Frame = { function: string; filename: string; lineno: number; colno: number };

/**
 * Errors that are not reported, by name. Type and syntax errors as the specification, section 9, has it: browsers name
 * failed requests and extensions' own faults so. Refusals are in the server's log; the others come from the network.
 */
const LEFT_OUT = new Set([
  'TypeError',
  'SyntaxError',
  'NetworkError',
  'TimeoutError',
  'AbortError',
  'CallUnreached',
  'CallRefused',
  'ChunkFailed',
  'AccessDenied',
]);

/** Frames of a trace that are sent. */
const MAX_FRAMES = 30;

/**
 * Describes an error as Sentry's event payload, without anything personal: no member, no address of the page's query, no
 * ids, no texts that were typed or shown.
 *
 * @returns null for an error that is not reported
 */
export function reportOf(error: unknown, { path, brand, language }: ErrorPlace) {
  if (!(error instanceof Error) || LEFT_OUT.has(error.name)) return null;
  return {
    platform: 'javascript',
    level: 'error',
    transaction: withoutIds(path),
    tags: { brand, language },
    exception: {
      values: [
        { type: error.name, value: withoutValues(error.message), stacktrace: { frames: framesOf(error.stack ?? '') } },
      ],
    },
    sdk: { name: 'frontdesk', settings: { infer_ip: 'never' } },
  };
}

/** `/contacts/0190…` → `/contacts/*` */
function withoutIds(path: string): string {
  return path.replaceAll(/[^/]*\d[^/]*/g, '*');
}

/** Leaves words of the program: what is quoted, has an @ or a digit may be a person's. */
function withoutValues(message: string): string {
  return message
    .replaceAll(/"[^"]*"|'[^']*'|«[^»]*»|“[^”]*”|`[^`]*`/g, '…')
    .replaceAll(/\S*[@\d]\S*/g, '…')
    .slice(0, 200);
}

/** The oldest call first, as the payload has them; Chromium and Firefox write them differently. */
function framesOf(stack: string): Frame[] {
  const frames = stack.split('\n').flatMap((line) => {
    const [, name = '', url = '', lineno = '', colno = ''] =
      /^\s*(?:at )?(?:(.*?)[ @]\(?)?(https?:[^\s)]+?):(\d+):(\d+)\)?$/.exec(line) ?? [];
    if (!URL.canParse(url)) return [];
    return { function: name || '?', filename: new URL(url).pathname, lineno: Number(lineno), colno: Number(colno) };
  });
  return frames.slice(0, MAX_FRAMES).toReversed();
}
