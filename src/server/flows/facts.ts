import type { ContactId } from '#contract/contacts.ts';
import type { ContactPolicy } from '#contract/delivery.ts';
import type { FileId } from '#contract/flows.ts';
import type { VisitId } from '#contract/visits.ts';
import { listTemplates, listUsableChannels } from '#server/channels/actions.ts';
import { type Reach, reachOf } from '#server/contacts/actions.ts';
import { ignoreLinkUrl } from '#server/contacts/links.ts';
import { getContactPolicy } from '#server/delivery/actions.ts';
import type { MessageContent } from '#server/delivery/port.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import type { Tenant } from '#server/tenants/rules.ts';
import { getVisitFacts } from '#server/visits/actions.ts';
import type { VisitFactsForFlow } from '#server/visits/rules.ts';
import type { ChannelToChoose } from './channel-choice.ts';
import { type WrittenContent, writeContent } from './content.ts';
import type { CustomerToDecide, FlowFacts, TestRecipient, VisitEvent } from './decision.ts';
import { imageUrl } from './images.ts';
import { originOfBrand } from './origins.ts';
import { listFiles, listTestRecipients } from './planning-queries.ts';
import type { StoredFlow } from './queries.ts';
import { barredTemplates, type KnownTemplate } from './templates.ts';

export type FactsContext = Pick<Context, 'clock' | 'config' | 'vault'>;

/** What is the same for every decision of a cabinet at one moment. */
export type Surroundings = {
  tenant: Tenant;
  policy: ContactPolicy;
  channels: readonly ChannelToChoose[];
  /** By E.164: the owner's own numbers. */
  testRecipients: Map<string, TestRecipient>;
  /** Images of the flows, as providers fetch them. */
  images: Map<FileId, MessageContent['image']>;
  /** Of the channels some flow has a template for. */
  knownTemplates: readonly KnownTemplate[];
};

/** Six queries and one for each channel with templates, however many visits are then decided about. */
export async function loadSurroundings(
  ctx: FactsContext,
  scope: TenantScope,
  flows: readonly Pick<StoredFlow, 'testPhones' | 'mode' | 'settings'>[],
): Promise<Surroundings> {
  const tenant = await getTenant(scope);
  const tested = flows.filter(({ mode }) => mode === 'test');
  const phones = new Set(tested.flatMap((flow) => testPhonesOf(flow, tenant)));
  const imageIds = flows.flatMap(({ settings }) => settings.content.imageId ?? []);
  const files = await listFiles(scope, [...new Set(imageIds)]);
  return {
    tenant,
    policy: await getContactPolicy(scope),
    channels: await listUsableChannels(scope),
    testRecipients: await listTestRecipients(scope, [...phones]),
    knownTemplates: await loadTemplates(scope, flows),
    images: new Map(files.map(({ id, mime }) => [id, { url: imageUrl(ctx, scope.tenantId, id), mime }])),
  };
}

async function loadTemplates(
  scope: TenantScope,
  flows: readonly Pick<StoredFlow, 'settings'>[],
): Promise<KnownTemplate[]> {
  const used = flows.flatMap(({ settings }) => settings.content.templates.map(({ channelId }) => channelId));
  const known: KnownTemplate[] = [];
  for (const channelId of new Set(used)) {
    const templates = await listTemplates(scope, channelId);
    known.push(...templates.map((template) => ({ ...template, channelId })));
  }
  return known;
}

/** A flow's own test numbers, or the cabinet's. */
export function testPhonesOf(flow: Pick<StoredFlow, 'testPhones'>, tenant: Pick<Tenant, 'testPhones'>): string[] {
  return flow.testPhones.length > 0 ? flow.testPhones : tenant.testPhones;
}

/** A visit with everything known of its customer. */
export type KnownVisit = VisitFactsForFlow & { reach: Reach | null };

export async function loadVisits(scope: TenantScope, ids: readonly VisitId[]): Promise<KnownVisit[]> {
  return withReach(scope, await getVisitFacts(scope, ids));
}

export async function withReach(scope: TenantScope, visits: readonly VisitFactsForFlow[]): Promise<KnownVisit[]> {
  const contactIds = new Set(visits.flatMap(({ contactId }) => contactId ?? []));
  const reach = contactIds.size === 0 ? new Map<ContactId, Reach>() : await reachOf(scope, [...contactIds]);
  return visits.map((visit) => ({ ...visit, reach: (visit.contactId && reach.get(visit.contactId)) ?? null }));
}

/** What a flow decides about a visit by. */
export function factsOf(
  visit: KnownVisit,
  flow: Pick<StoredFlow, 'testPhones' | 'settings'>,
  around: Surroundings,
  known: Pick<FlowFacts, 'event' | 'isPromised'>,
): FlowFacts {
  return {
    visit,
    customer: visit.reach && customerOf(visit.reach),
    channels: around.channels,
    barredTemplates: barredTemplates(flow.settings.content.templates, around.knownTemplates),
    testRecipients: testPhonesOf(flow, around.tenant).flatMap((phone) => around.testRecipients.get(phone) ?? []),
    ...known,
  };
}

function customerOf({ contact, addresses, optOuts }: Reach): CustomerToDecide {
  const { id, phone, timeZone, refusesMailings } = contact;
  return { id, phone, timeZone, refusesMailings, addresses, optOuts };
}

/** What a flow says about a visit now. */
export function contentOf(
  ctx: FactsContext,
  { tenant, images, knownTemplates }: Surroundings,
  flow: Pick<StoredFlow, 'settings'>,
  about: { visit: KnownVisit; event: VisitEvent | null; isTest: boolean },
): WrittenContent {
  const { visit, event, isTest } = about;
  const { content } = flow.settings;
  const origin = originOfBrand(ctx.config, tenant.brand);
  return writeContent(content, {
    variables: {
      ...visit,
      clientName: visit.reach?.contact.name ?? '',
      oldStartsAt: event?.from ?? null,
      businessName: tenant.name,
      ignoreLink: visit.contactId && ignoreLinkUrl(ctx, tenant.id, visit.contactId, origin),
    },
    visit,
    customerLanguage: visit.reach?.contact.language ?? null,
    cabinetLanguage: tenant.customerLanguage,
    isTest,
    image: (content.imageId && images.get(content.imageId)) ?? null,
    knownTemplates,
  });
}
