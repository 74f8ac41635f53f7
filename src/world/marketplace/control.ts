import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { found, readOrder } from '../values/control-error.ts';
import type { Platform } from '../yclients/platform.ts';
import { activate, become, consent, installOf, uninstall } from './installs.ts';
import { addressAfterConsent, LINK_FORMS, SIGNS } from './redirect.ts';
import type { BranchInstall, ListedApplication } from './state.ts';

const Connect = z.strictObject({
  companyIds: z.array(z.int()).min(1),
  form: z.enum(LINK_FORMS).optional(),
  sign: z.enum(SIGNS).default('good'),
});
const Chosen = z.strictObject({ companyId: z.int(), token: z.enum(['right', 'wrong', 'unsent']).default('right') });
const Listing = z.strictObject({
  redirectUrl: z.url().nullable().optional(),
  callbackUrl: z.url().nullable().optional(),
  sendsUserData: z.boolean().optional(),
});

/** Actions of the owner in the vendor's marketplace, and of the vendor itself. */
export function controlMarketplace(app: FastifyInstance, platform: Platform): void {
  const { sim, vendor } = platform;
  const path = `/_sim/${vendor.name}/marketplace`;

  app.get(path, async () => shown(platform));
  app.post(`${path}/connect`, async (request) => {
    const { companyIds, form, sign } = readOrder(Connect, request.body);
    const application = listed(platform);
    for (const companyId of companyIds) {
      known(platform, companyId);
      consent(platform, companyId, application);
    }
    const owner = found(
      platform.state.users.find(({ id }) => companyIds.every((companyId) => ownerOf(platform, companyId) === id)),
      'user',
    );
    const usual = companyIds.length === 1 ? 'one' : 'list';
    return { url: addressAfterConsent(platform, { application, companyIds, owner, form: form ?? usual, sign }) };
  });
  app.post(`${path}/disconnect`, async (request) => {
    const { companyId, token } = readOrder(Chosen, request.body);
    const install = installed(platform, companyId);
    uninstall(platform, install, 'user');
    emit(platform, install, 'uninstall', token);
    return shown(platform);
  });
  app.post(`${path}/freeze`, async (request) => {
    const { companyId, token } = readOrder(Chosen, request.body);
    const install = installed(platform, companyId);
    become(platform, install, 'freeze', 'system');
    emit(platform, install, 'freeze', token);
    return shown(platform);
  });
  app.post(`${path}/thaw`, async (request) => {
    become(platform, installed(platform, readOrder(Chosen, request.body).companyId), 'active', 'system');
    return shown(platform);
  });
  app.post(`${path}/activate`, async (request) => {
    // As if the product's own answer had come through and the vendor's to it had been lost.
    activate(platform, installed(platform, readOrder(Chosen, request.body).companyId), { apiKey: '', urls: [] });
    return shown(platform);
  });
  app.post(`${path}/application`, async (request) => {
    const { redirectUrl, callbackUrl, sendsUserData } = readOrder(Listing, request.body);
    const application = listed(platform);
    if (redirectUrl !== undefined) application.redirectUrl = redirectUrl;
    if (callbackUrl !== undefined) application.callbackUrl = callbackUrl;
    if (sendsUserData !== undefined) application.sendsUserData = sendsUserData;
    sim.changed('engineer');
    return application;
  });
}

/** Posts to the Callback URL; `unsent` is a post that got lost. */
function emit(
  { sim, vendor, state }: Platform,
  { companyId, applicationId }: BranchInstall,
  event: 'uninstall' | 'freeze',
  token: 'right' | 'wrong' | 'unsent',
): void {
  const application = state.marketplace.applications.find((one) => one.id === applicationId);
  const url = application?.callbackUrl ?? (sim.productUrl && `${sim.productUrl}/hooks/${vendor.name}-marketplace`);
  if (!url || token === 'unsent') return;
  const partnerToken = token === 'right' ? vendor.partnerToken : 'not-the-partner-token';
  const body = { salon_id: companyId, application_id: applicationId, event, partner_token: partnerToken };
  sim.webhooks.send({
    channel: vendor.name,
    tag: `marketplace:${companyId}`,
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

function shown(platform: Platform) {
  const application = listed(platform);
  return {
    application,
    branches: platform.state.companies.map(({ id, title, city }) => ({
      companyId: id,
      ownerId: ownerOf(platform, id),
      title,
      city,
      status: installOf(platform, id, application.id)?.status ?? null,
    })),
  };
}

/** NOTE: the application's own user belongs to a branch as well, once it is installed. */
function ownerOf({ state }: Platform, companyId: number): number | null {
  const system = state.marketplace.applications.map(({ systemUserId }) => systemUserId);
  return state.users.find((user) => user.companyIds.includes(companyId) && !system.includes(user.id))?.id ?? null;
}

const listed = ({ state }: Platform): ListedApplication => found(state.marketplace.applications[0], 'application');
const known = ({ state }: Platform, companyId: number) =>
  found(
    state.companies.find(({ id }) => id === companyId),
    'company',
  );
const installed = (platform: Platform, companyId: number): BranchInstall =>
  found(installOf(platform, companyId, listed(platform).id), 'install');
