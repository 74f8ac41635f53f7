import type { ContactPolicy } from '#contract/policy.ts';
import { getContactPolicy } from '#server/policy/reads.ts';
import { listTestRecipients } from './queries.ts';
import { listOwners } from '#server/reports/owner-reads.ts';
import { loadSubjects } from './subject-reads.ts';
import { listFiles } from '#server/texts/reads.ts';
import type { FlowEvent, KnownSubject } from '#server/subjects/rules.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { ConnectionKind } from '#contract/connections.ts';
import type { FileId, FlowContent } from '#contract/flows.ts';
import type { SubjectKind } from '#contract/subjects.ts';
import type { ServiceId } from '#contract/visits.ts';
import { listTemplates, listUsableChannels } from '#server/channels/actions.ts';
import { ignoreLinkUrl } from '#server/contacts/link-actions.ts';
import type { OutgoingFile } from '#server/channels/port.ts';
import { variableValues } from '#server/subjects/value-rules.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import type { Tenant } from '#server/tenants/rules.ts';
import { serviceTitlesOf } from '#server/visits/actions.ts';
import type { ChannelToChoose } from '#server/contacts/channel-choice-rules.ts';
import { type WrittenContent, writeContent } from '#server/texts/content-rules.ts';
import type { FlowFacts, TestRecipient } from '#server/flows/deciding/decision.ts';
import { fileUrl } from '#server/texts/attachment-actions.ts';
import { originOfBrand } from '#server/platform/link-origin.ts';
import { customerOf, type PersonalSubject, withPeople } from './people-reads.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { type ReportOwner, skipsWeekly } from '#server/reports/owner-rules.ts';
import { barredTemplates, type KnownTemplate } from '#server/texts/template-rules.ts';

export type FactsContext = Pick<Context, 'clock' | 'config' | 'vault'>;

/** The facts that are the same for every decision of a cabinet at one moment. */
export type TenantSnapshot = {
  tenant: Tenant;
  /** The origin of links in messages. */
  origin: string;
  /** The cabinet's owners, where a flow writes to them. */
  owners: readonly ReportOwner[];
  policy: ContactPolicy;
  channels: readonly ChannelToChoose[];
  /** By E.164: the owner's own numbers. */
  testRecipients: Map<string, TestRecipient>;
  /** Pictures and documents of the flows, as providers fetch them. */
  attachments: Map<FileId, OutgoingFile>;
  /** Templates of the channels for which some flow has a template. */
  knownTemplates: readonly KnownTemplate[];
  /** Titles of the services that flows offer. */
  offerTitles: Map<ServiceId, string>;
};

/** Loads a tenant snapshot in seven queries and one for each channel with templates, for any number of subjects. */
export async function loadTenantSnapshot(
  ctx: FactsContext,
  scope: TenantScope,
  flows: readonly OwnFlow[],
): Promise<TenantSnapshot> {
  const tenant = await getTenant(scope);
  const owners = flows.some(isForOwner) ? await listOwners(scope) : [];
  const ownFlows = flows.filter((flow) => flow.mode === 'test' || isForOwner(flow));
  const phones = new Set(ownFlows.flatMap((flow) => ownPhonesOf(flow, { tenant, owners })));
  const imageIds = flows.flatMap(({ settings }) => settings.content.imageId ?? []);
  const files = await listFiles(scope, [...new Set(imageIds)]);
  const offered = flows.flatMap(({ settings }) => settings.options.offerServiceIds);
  return {
    tenant,
    origin: originOfBrand(ctx.config, tenant.brand),
    owners,
    policy: await getContactPolicy(scope),
    channels: await listUsableChannels(scope),
    testRecipients: await listTestRecipients(scope, [...phones]),
    knownTemplates: await loadTemplates(scope, flows),
    attachments: new Map(
      files.map(({ id, mime, name }) => [id, { url: fileUrl(ctx, scope.tenantId, id), mime, name }]),
    ),
    offerTitles: offered.length > 0 ? await serviceTitlesOf(scope, [...new Set(offered)]) : new Map(),
  };
}

/** Templates of the channels for which some of the flows has a template. */
export async function loadTemplates(
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

type OwnFlow = Pick<StoredFlow, 'kind' | 'mode' | 'testPhones' | 'settings'>;

function isForOwner({ kind }: Pick<StoredFlow, 'kind'>): boolean {
  return FLOW_CATALOGUE[kind].recipient === 'owner';
}

/**
 * The owner's numbers to which a flow writes: its test numbers in test mode, the chosen recipients for a live report.
 * @param source the subject of the report; owners who have disabled the weekly report are left out
 */
export function ownPhonesOf(
  flow: OwnFlow,
  { tenant, owners }: Pick<TenantSnapshot, 'owners'> & { tenant: Pick<Tenant, 'testPhones'> },
  source: ConnectionKind | null = null,
): readonly string[] {
  if (flow.mode === 'test' || !isForOwner(flow)) return testPhonesOf(flow, tenant);
  const { reportPhones } = flow.settings.options;
  if (reportPhones.length > 0) return reportPhones;
  const isUnwanted = (owner: ReportOwner) =>
    flow.kind === 'weekly_report' && source !== null && skipsWeekly(owner, source);
  const phones = owners.flatMap((owner) => (isUnwanted(owner) ? [] : (owner.phone ?? [])));
  return phones.length > 0 ? phones : testPhonesOf(flow, tenant);
}

/** Subjects of one kind with their people. */
export async function loadPersonal(
  scope: TenantScope,
  wanted: { kind: SubjectKind; ids: readonly string[] },
  context: { flows: readonly Pick<StoredFlow, 'kind' | 'settings'>[]; snapshot: TenantSnapshot; now: Temporal.Instant },
): Promise<PersonalSubject[]> {
  return personal(scope, await loadSubjects(scope, wanted.kind, wanted.ids, context.now), context);
}

/** Adds the people to loaded subjects. */
export async function personal(
  scope: TenantScope,
  subjects: readonly KnownSubject[],
  {
    flows,
    snapshot,
    now,
  }: { flows: readonly Pick<StoredFlow, 'kind' | 'settings'>[]; snapshot: TenantSnapshot; now: Temporal.Instant },
): Promise<PersonalSubject[]> {
  return withPeople(scope, subjects, { flows, now, marketingDays: snapshot.policy.marketingDays });
}

/** The input of a flow's decision about a subject. */
export function factsOf(
  subject: PersonalSubject,
  flow: OwnFlow,
  snapshot: TenantSnapshot,
  known: Pick<FlowFacts, 'event' | 'hasPlannedMessage'>,
): FlowFacts {
  const { content } = flow.settings;
  return {
    subject,
    customer: subject.person && customerOf(subject.person),
    channels: snapshot.channels,
    cabinetTimeZone: snapshot.tenant.timeZone,
    barredTemplates: barredTemplates(content.templates, snapshot.knownTemplates, attachmentOf(content, snapshot)),
    testRecipients: ownPhonesOf(flow, snapshot, subject.source).flatMap(
      (phone) => snapshot.testRecipients.get(phone) ?? [],
    ),
    ...known,
  };
}

/** The flow's picture or document, if it still exists. */
export function attachmentOf(
  { imageId }: FlowContent,
  { attachments }: Pick<TenantSnapshot, 'attachments'>,
): OutgoingFile | null {
  return (imageId && attachments.get(imageId)) ?? null;
}

/** The content of a flow's message about a subject at this moment. */
export function contentOf(
  ctx: FactsContext,
  snapshot: TenantSnapshot,
  flow: Pick<StoredFlow, 'settings'>,
  about: { subject: PersonalSubject; event: FlowEvent | null; isTest: boolean },
): WrittenContent {
  const { tenant, origin, knownTemplates, offerTitles } = snapshot;
  const { subject, event, isTest } = about;
  const { content, options } = flow.settings;
  const { contactId, person } = subject;
  const variables = {
    ...subject.words,
    clientName: person?.reach.contact.name ?? '',
    oldStartsAt: event?.from ?? null,
    visitsCount: person?.history.visitsCount ?? null,
    spent: person?.history.spent ?? null,
    offerTitles: options.offerServiceIds.flatMap((id) => offerTitles.get(id) ?? []),
    reviewUrl: options.reviewUrl,
    businessName: tenant.name,
    ignoreLink: () => contactId && ignoreLinkUrl(ctx, tenant.id, contactId, origin),
  };
  return writeContent(content, {
    values: (language) => variableValues(variables, language),
    subject,
    customerLanguage: person?.reach.contact.language ?? null,
    cabinetLanguage: tenant.customerLanguage,
    isTest,
    attachment: attachmentOf(content, snapshot),
    knownTemplates,
  });
}
