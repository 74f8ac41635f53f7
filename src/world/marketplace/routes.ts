import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PlatformError } from '../yclients/errors.ts';
import type { Platform } from '../yclients/platform.ts';
import { type Call, createServe, paged, type Serve } from '../yclients/serve.ts';
import { stamp, toCompany } from '../yclients/shapes.ts';
import { activate, installOf, uninstall } from './installs.ts';

const id = z.coerce.number().int();
const Callback = z.strictObject({
  salon_id: id,
  application_id: id,
  api_key: z.union([z.string(), z.number()]).transform(String).default(''),
  webhook_urls: z.array(z.url()).default([]),
  channels: z.array(z.enum(['sms', 'whatsapp'])).optional(),
  settings: z.looseObject({}).optional(),
});
const SalonPage = z.strictObject({
  page: id.min(1).default(1),
  count: id.min(1).max(1000).default(25),
});

/** The marketplace's own API, asked with the partner's token (the reference, 1.8). */
export function serveMarketplace(app: FastifyInstance, platform: Platform): void {
  const serve = createServe(app, platform, platform.vendor.marketplacePath);
  serve('POST', '/partner/callback', { auth: 'partner' }, answerConsent);
  serve('GET', '/salon/:companyId/application/:applicationId', { auth: 'partner' }, showInstall);
  serve('POST', '/salon/:companyId/application/:applicationId/uninstall', { auth: 'partner' }, (call) => {
    uninstall(platform, requireInstall(call), 'partner');
    return {};
  });
  listSalons(serve);
}

function answerConsent(call: Call) {
  const { platform, state } = call;
  const body = call.body(Callback);
  requireApplication(call, body.application_id);
  if (!state.companies.some((one) => one.id === body.salon_id)) throw new PlatformError(404, 'Филиал не найден');
  const before = state.marketplace.installs.find(
    (one) => one.companyId === body.salon_id && one.applicationId === body.application_id,
  );
  const wasPending = before?.status === 'pending';
  const install = installOf(platform, body.salon_id, body.application_id);
  if (install?.status === 'active') throw new PlatformError(400, 'User has already installed this application');
  if (install?.status !== 'pending')
    throw new PlatformError(
      403,
      wasPending ? 'Время на завершение подключения истекло' : 'Филиал не подключал это приложение',
    );
  activate(platform, install, { apiKey: body.api_key, urls: body.webhook_urls });
  return { status: 201 };
}

function showInstall(call: Call) {
  const install = requireInstall(call);
  const { timezone } = call.company;
  return {
    data: {
      logs: install.logs.map(({ at, from, to, source }) => ({
        changed_at: stamp(at, timezone),
        status_from: from,
        status_to: to,
        source,
      })),
      payments: [],
      connection_status: { status: install.status, created_at: stamp(install.consentedAt, timezone) },
    },
  };
}

function listSalons(serve: Serve): void {
  serve('GET', '/application/:applicationId/salons', { auth: 'partner' }, (call) => {
    const { platform, state } = call;
    const applicationId = call.param('applicationId');
    requireApplication(call, applicationId);
    const { page, count } = call.query(SalonPage);
    const connected = state.companies.filter(
      (company) => installOf(platform, company.id, applicationId)?.status === 'active',
    );
    return paged(connected, page, count, (company) => toCompany(platform, company));
  });
}

function requireInstall(call: Call) {
  const applicationId = call.param('applicationId');
  requireApplication(call, applicationId);
  const install = installOf(call.platform, call.company.id, applicationId);
  if (!install) throw new PlatformError(404, 'Приложение не подключено');
  return install;
}

function requireApplication({ state }: Call, applicationId: number): void {
  if (!state.marketplace.applications.some((one) => one.id === applicationId))
    throw new PlatformError(404, 'Приложение не найдено');
}
