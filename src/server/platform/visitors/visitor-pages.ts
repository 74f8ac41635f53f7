import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#contract/brands/brands.ts';
import { languageOf } from '#contract/language-choice.ts';
import type { Language } from '#contract/primitives.ts';
import { framable, newNonce, withStyleNonce } from '#server/platform/http/content-security.ts';
import type { Context } from '#server/platform/context/context.ts';
import { prepareRefusal } from '#server/platform/http/http.ts';
import { readForm } from '#server/platform/http/forms.ts';
import { storable } from '#server/platform/values/json.ts';
import { asLocation } from '#server/platform/values/location-rules.ts';
import { LOCALE_TAGS } from '#server/platform/values/locale-rules.ts';
import { type Site, siteOf } from '#server/platform/deployment/site.ts';
import { Html, html } from './visitor-html.ts';
import { limitVisits } from './visitor-limits.ts';
import { refusalPage } from './visitor-refusal-page.ts';
import { VISITOR_STYLES } from './visitor-styles.ts';

const POLICY = 'content-security-policy';
const LONGEST_FORM = 20_000;
/** Sent by a script of ours that puts the answer into the page it runs on, which has the style sheet already. */
const PART_HEADER = 'x-part';

/** How a business looks on its public pages. */
export type PublicAppearance = {
  businessName: string;
  /** White text on this colour is readable; null is the brand's. */
  accent: string | null;
  /** Address of the logo at our own origin. */
  logoUrl: string | null;
};

/** A request of a visitor; its values are unchecked, without characters that the database cannot store. */
export type VisitorRequest = {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  /** Fields of a posted form by their names; a name that is given several times has the list of its values. */
  form: Readonly<Record<string, string | string[]>>;
  /** Their address, for limits. */
  ip: string;
  /** Empty where the browser sends none. */
  userAgent: string;
  /** The language the browser accepts first among ours. */
  language: Language;
  site: Site;
  raw: FastifyRequest;
};

/** A page without scripts of its own. */
export type VisitorPage = {
  /** 200 unless given. */
  status?: number;
  language: Language;
  title: string;
  /** Null for a page that belongs to no business. */
  appearance: PublicAppearance | null;
  body: Html;
  /** Style sheet of this page, after the common one. */
  styles?: string;
  /** Path of a script of ours that improves the page. */
  script?: string;
  /** The page refuses a form for now: milliseconds until it is accepted again. */
  retryAfterMs?: number | undefined;
  /** The browser reads the page again after so many seconds. */
  refreshSeconds?: number;
  /** Sites may show the page in a frame: any, or those of these origins; left out, false or none listed: none may. */
  isFramable?: boolean | readonly string[];
};

/** `redirect`: the address to go on with, by 303; a relative one keeps a path that stands before ours. */
export type VisitorAnswer = VisitorPage | { redirect: string };

export type HandleVisitor = (request: VisitorRequest) => Promise<VisitorAnswer>;

export type VisitorPages = {
  /** Reading a page changes nothing: previews of links and prefetching browsers read it too. */
  get(path: string, handle: HandleVisitor): void;
  /** Takes a form. */
  post(path: string, handle: HandleVisitor): void;
};

/**
 * Serves public pages of businesses: one answer of HTML with its styles, which works without scripts. They answer on any
 * host. Requests of one network to one path are limited.
 */
export function serveVisitorPages(app: FastifyInstance, ctx: Context, declare: (pages: VisitorPages) => void): void {
  void app.register(async (scope) => {
    scope.setErrorHandler<FastifyError>(refuseVisitors(ctx));
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM },
      (_request, body, done) => done(null, fieldsOf(readForm(String(body)))),
    );
    const answering = (path: string, handle: HandleVisitor) => async (request: FastifyRequest, reply: FastifyReply) => {
      await limitVisits(ctx, path, request);
      const visit = visitOf(ctx, request);
      return send(reply, visit.site.brand, await handle(visit));
    };
    declare({
      get: (path, handle) => void scope.get(path, answering(path, handle)),
      post: (path, handle) => void scope.post(path, answering(path, handle)),
    });
  });
}

/** Handles errors of routes that visitors open: they read a page in their language instead of the API's refusal. */
export function refuseVisitors(ctx: Pick<Context, 'config'>) {
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { code, details } = prepareRefusal(error, request, reply);
    const wait = details?.['retryAfterMs'];
    if (!reply.hasHeader(POLICY)) await reply.helmet(); // NOTE: routes with empty answers go without its headers
    const { site, language } = visitOf(ctx, request);
    return send(reply, site.brand, refusalPage(code, language, typeof wait === 'number' ? wait : null));
  };
}

function visitOf(ctx: Pick<Context, 'config'>, request: FastifyRequest): VisitorRequest {
  const accepted = (request.headers['accept-language'] ?? '').split(',').map((one) => one.trim());
  return {
    params: storable(request.params) as VisitorRequest['params'],
    query: storable(request.query) as VisitorRequest['query'],
    form: (request.body ?? {}) as VisitorRequest['form'],
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    language: languageOf(accepted.filter(Boolean)),
    site: siteOf(ctx.config, undefined, request.host),
    raw: request,
  };
}

function fieldsOf(form: URLSearchParams): VisitorRequest['form'] {
  return Object.fromEntries(
    form.keys().map((name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? values.join('') : values];
    }),
  );
}

function send(reply: FastifyReply, brand: Brand, answer: VisitorAnswer): FastifyReply {
  if ('redirect' in answer) {
    return reply
      .code(303)
      .headers({ location: asLocation(answer.redirect), 'cache-control': 'no-store' })
      .send();
  }
  const nonce = newNonce();
  const policy = withStyleNonce(String(reply.getHeader(POLICY) ?? ''), nonce);
  const framing = framingOf(answer);
  if (framing) reply.removeHeader('x-frame-options');
  if (answer.retryAfterMs) reply.header('retry-after', Math.ceil(answer.retryAfterMs / 1_000));
  if (answer.refreshSeconds) reply.header('refresh', answer.refreshSeconds);
  return reply
    .code(answer.status ?? 200)
    .headers({ [POLICY]: framing ? framable(policy, framing.sites) : policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(renderVisitorPage(answer, { brand, nonce, isPart: reply.request.headers[PART_HEADER] !== undefined }));
}

/** The sites that may show a page in a frame, null any; null: none may. */
function framingOf({ isFramable }: VisitorPage): { sites: readonly string[] | null } | null {
  if (typeof isFramable !== 'object') return isFramable ? { sites: null } : null;
  return isFramable.length > 0 ? { sites: isFramable } : null;
}

function renderVisitorPage(
  { language, title, appearance, body, styles = '', script }: VisitorPage,
  { brand, nonce, isPart }: { brand: Brand; nonce: string; isPart: boolean },
): string {
  const sheet = `:root{--accent:${appearance?.accent ?? brand.accent}}${VISITOR_STYLES}${styles}`;
  const page = html`<!doctype html>
    <html lang="${LOCALE_TAGS[language]}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${`${title} – ${appearance?.businessName || brand.productName}`}</title>
        ${
          !isPart &&
          html`<style nonce="${nonce}">
            ${new Html(sheet)}
          </style>`
        }
        ${!isPart && script && html`<script src="${script}" defer></script>`}
      </head>
      <body>
        <main>
          ${appearance?.logoUrl && html`<img class="logo" src="${appearance.logoUrl}" alt="${appearance.businessName}" />`}
          ${body}
        </main>
      </body>
    </html>`;
  return page.toString();
}
