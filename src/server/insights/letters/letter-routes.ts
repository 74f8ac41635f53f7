import type { FastifyInstance } from 'fastify';
import type { Language } from '#contract/primitives.ts';
import type { MemberId, TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { html } from '#server/platform/visitors/visitor-html.ts';
import { serveVisitorPages, type VisitorPage, type VisitorRequest } from '#server/platform/visitors/visitor-pages.ts';
import { gonePage } from '#server/tenants/gone-page-reads.ts';
import { chooseByLink, readLetterToken } from './letters.ts';
import { letterText } from './letter-words.ts';
import { findReader } from './member-queries.ts';

const PATH = '/letters/:token';

/**
 * Serves the page that turns the weekly letter off without signing in. Reading changes nothing, so that previews of the link
 * do not; a mailbox with a button of its own posts to the same address.
 */
export function serveLetterPage(app: FastifyInstance, ctx: Context): void {
  serveVisitorPages(app, ctx, (pages) => {
    pages.get(PATH, (request) => show(ctx, request));
    pages.post(PATH, (request) => choose(ctx, request));
  });
}

type Reading = { tenantId: TenantId; memberId: MemberId };

async function show(ctx: Context, { params, language }: VisitorRequest): Promise<VisitorPage> {
  const found = readLetterToken(ctx, params['token'] ?? '');
  return found ? pageOf(ctx, found, language) : gonePage(language);
}

async function choose(ctx: Context, { params, form, language }: VisitorRequest): Promise<VisitorPage> {
  const found = readLetterToken(ctx, params['token'] ?? '');
  if (!found) return gonePage(language);
  const isOn = form['choice'] === 'on';
  await withTenant(ctx, found.tenantId, (scope) => chooseByLink(scope, found.memberId, isOn));
  return pageOf(ctx, found, language);
}

async function pageOf(ctx: Context, { tenantId, memberId }: Reading, language: Language): Promise<VisitorPage> {
  const reader = await withTenant(ctx, tenantId, (scope) => findReader(scope, memberId));
  if (!reader) return gonePage(language);
  const t = (key: 'title' | 'on' | 'off' | 'turn_on' | 'turn_off') => letterText(reader.language, `page.${key}`);
  return {
    language: reader.language,
    title: t('title'),
    appearance: null,
    body: html`<h1>${t('title')}</h1>
      <p>${t(reader.isOn ? 'on' : 'off')}</p>
      <form method="post">
        <input type="hidden" name="choice" value="${reader.isOn ? 'off' : 'on'}" />
        <button>${t(reader.isOn ? 'turn_off' : 'turn_on')}</button>
      </form>`,
  };
}
