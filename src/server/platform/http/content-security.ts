import { randomBytes } from 'node:crypto';
import type { Config } from '#server/platform/deployment/config.ts';

/** The policies of Trusted Types: the web's own, that of its support chat, and that of its text editor. */
const TRUSTED_TYPES = ['default', 'support-chat', 'ProseMirrorClipboard'];

/**
 * The content security policy of our answers, as Helmet takes it.
 *
 * Scripts are ours, and those of the support chat where one is configured. Style sheets are ours; Mantine's computed ones
 * carry the nonce of their page. Images, voice and video are ours, and uploaded files at our public address. Text becomes
 * markup or the address of a script only through the policies of Trusted Types that are named.
 *
 * Configured services for errors and views of pages may be called, and nothing more.
 *
 * A configured support chat is a script of its vendor, which writes markup and styles by itself: its host is added, inline
 * styles are allowed, and Trusted Types are not required (docs/decisions/0178).
 */
export function contentSecurity({
  publicUrl,
  support,
  errorReportUrl,
  pageViews,
}: Pick<Config, 'publicUrl' | 'support' | 'errorReportUrl' | 'pageViews'>) {
  const chat = support.chatWidget ? [new URL(support.chatWidget.scriptUrl).origin] : [];
  const reports = [errorReportUrl, pageViews?.url].flatMap((url) => (url ? [new URL(url).origin] : []));
  const sockets = chat.map((origin) => origin.replace(/^http/, 'ws'));
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...chat],
      // NOTE: `withStyleNonce` adds no nonce here: with one, browsers would ignore `unsafe-inline`.
      styleSrc: chat.length > 0 ? ["'unsafe-inline'", "'self'", ...chat] : ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:', new URL(publicUrl).origin, ...chat],
      mediaSrc: ["'self'", new URL(publicUrl).origin],
      connectSrc: ["'self'", ...chat, ...sockets, ...reports],
      fontSrc: ["'self'", 'data:', ...chat],
      frameSrc: chat.length > 0 ? chat : ["'none'"],
      frameAncestors: ["'none'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      ...(chat.length === 0 && { requireTrustedTypesFor: ["'script'"], trustedTypes: TRUSTED_TYPES }),
    },
  };
}

/** A random value that names the style sheets of one page. */
export function newNonce(): string {
  return randomBytes(16).toString('base64url');
}

/** The policy of a page whose computed style sheets carry a nonce. */
export function withStyleNonce(policy: string, nonce: string): string {
  return policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`);
}

/**
 * The policy of a page that other sites may show in a frame.
 *
 * @param sites origins that may; null: any site
 */
export function framable(policy: string, sites: readonly string[] | null = null): string {
  return policy.replace("frame-ancestors 'none'", `frame-ancestors ${sites?.join(' ') ?? '*'}`);
}

/** The policy of the API's documentation: its page draws with inline styles and writes markup by itself. */
export const DOCUMENTATION_SECURITY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "base-uri 'none'",
].join('; ');
