import type { ContactPolicy } from '#contract/policy/calls.ts';
import { getContactPolicy } from '#server/policy/reads.ts';
import { greetingName } from '#server/contacts/book/greeting-rules.ts';
import { listTestRecipients, type TestRecipient } from '#server/contacts/book/test-recipient-reads.ts';
import { loadReviewPages, type ReviewPages, reviewLinkUrl } from '#server/reviews/widgets/actions.ts';
import { listOwners } from '#server/reports/owner-reads.ts';
import { loadSubjects } from './subject-reads.ts';
import { type FlowEvent, type KnownSubject, visitOf } from '#server/subjects/rules.ts';
import { flowKind, isForOwner } from '#contract/flows/kinds.ts';
import type { BranchId, ConnectionKind } from '#contract/connections/calls.ts';
import type { SubjectKind } from '#contract/subjects/subjects.ts';
import type { ServiceId } from '#contract/visits/calls.ts';
import { listUsableChannels, type UsableChannel } from '#server/channels/storage/actions.ts';
import { channelsOfBranches } from '#server/connections/storage/branch-channel-actions.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import { visitPageUrl } from '#server/booking/links/link-actions.ts';
import { getVisitPageSettings } from '#server/booking/visit-page/reads.ts';
import { ignoreLinkUrl } from '#server/contacts/book/link-actions.ts';
import { variableValues } from '#server/subjects/value-rules.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { getTenant } from '#server/tenants/actions.ts';
import type { Tenant } from '#server/tenants/rules.ts';
import { serviceTitlesOf } from '#server/visits/changes/actions.ts';
import { type WrittenContent, writeContent } from '#server/texts/content/content-rules.ts';
import type { FlowFacts } from '#server/flows/deciding/decision.ts';
import {
  attachmentOf,
  type Attachments,
  loadAttachments,
  loadKnownTemplates,
} from '#server/texts/attachments/material-reads.ts';
import { namedVisits } from '#server/flows/deciding/succession.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { customerOf, type PersonalSubject, withPeople } from './people-reads.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { type ReportOwner, skipsReport } from '#server/reports/owner-rules.ts';
import { barredTemplates, type KnownTemplate } from '#server/texts/content/template-rules.ts';

export type FactsContext = Pick<Context, 'clock' | 'config' | 'vault'>;

/** The facts that are the same for every decision of a cabinet at one moment. */
export type TenantSnapshot = {
  tenant: Tenant;
  /** The origin of links in messages. */
  origin: string;
  /** Whether `recordForm` leads to our page of a visit; otherwise to the booking system's. */
  hasVisitPage: boolean;
  /** The cabinet's owners, where a flow writes to them. */
  owners: readonly ReportOwner[];
  policy: ContactPolicy;
  noticeHoldSeconds: number;
  /** Which review pages answer. */
  reviewPages: ReviewPages;
  channels: readonly UsableChannel[];
  /** Channels that branches have of their own. */
  branchChannels: ReadonlyMap<BranchId, ChannelId>;
  /** By E.164: the owner's own numbers. */
  testRecipients: Map<string, TestRecipient>;
  attachments: Attachments;
  /** Templates of the channels for which some flow has a template. */
  knownTemplates: readonly KnownTemplate[];
  /** Titles of the services that flows offer. */
  offerTitles: Map<ServiceId, string>;
};

/** Loads a tenant snapshot in nine queries and one for each channel with templates, for any number of subjects. */
export async function loadTenantSnapshot(scope: ActionScope, flows: readonly OwnFlow[]): Promise<TenantSnapshot> {
  const tenant = await getTenant(scope);
  const owners = flows.some(({ kind }) => isForOwner(kind)) ? await listOwners(scope) : [];
  const ownFlows = flows.filter((flow) => flow.mode === 'test' || isForOwner(flow.kind));
  const phones = new Set(ownFlows.flatMap((flow) => ownPhonesOf(flow, { tenant, owners })));
  const contents = flows.map(({ settings }) => settings.content);
  const offered = flows.flatMap(({ settings }) => settings.options.offerServiceIds ?? []);
  return {
    tenant,
    origin: originOfBrand(scope.config, tenant.brand),
    hasVisitPage: (await getVisitPageSettings(scope)).isOn,
    owners,
    policy: await getContactPolicy(scope),
    noticeHoldSeconds: scope.config.noticeHoldSeconds,
    reviewPages: await loadReviewPages(scope),
    channels: await listUsableChannels(scope),
    branchChannels: await channelsOfBranches(scope),
    testRecipients: await listTestRecipients(scope, [...phones]),
    knownTemplates: await loadKnownTemplates(scope, contents),
    attachments: await loadAttachments(scope, contents),
    offerTitles: offered.length > 0 ? await serviceTitlesOf(scope, [...new Set(offered)]) : new Map(),
  };
}

/** A flow's own test numbers, or the cabinet's. */
export function testPhonesOf(flow: Pick<StoredFlow, 'testPhones'>, tenant: Pick<Tenant, 'testPhones'>): string[] {
  return flow.testPhones.length > 0 ? flow.testPhones : tenant.testPhones;
}

type OwnFlow = Pick<StoredFlow, 'kind' | 'mode' | 'testPhones' | 'settings'>;

/**
 * The owner's numbers to which a flow writes: its test numbers in test mode, the chosen recipients for a live report.
 * @param source the subject of the report; owners who have disabled the weekly report are left out
 */
export function ownPhonesOf(
  flow: OwnFlow,
  { tenant, owners }: Pick<TenantSnapshot, 'owners'> & { tenant: Pick<Tenant, 'testPhones'> },
  source: ConnectionKind | null = null,
): readonly string[] {
  if (flow.mode === 'test' || !isForOwner(flow.kind)) return testPhonesOf(flow, tenant);
  const { reportPhones = [] } = flow.settings.options;
  if (reportPhones.length > 0) return reportPhones;
  const isUnwanted = (owner: ReportOwner) =>
    source !== null && skipsReport(owner, { about: flowKind(flow.kind).subject, source });
  const phones = owners.flatMap((owner) => (isUnwanted(owner) ? [] : (owner.phone ?? [])));
  return phones.length > 0 ? phones : testPhonesOf(flow, tenant);
}

/** Subjects of one kind with their people. */
export async function loadPersonal(
  scope: ActionScope,
  wanted: { kind: SubjectKind; ids: readonly string[] },
  context: { flows: readonly Pick<StoredFlow, 'kind' | 'settings'>[]; snapshot: TenantSnapshot; now: Temporal.Instant },
): Promise<PersonalSubject[]> {
  return personal(scope, await loadSubjects(scope, wanted.kind, wanted.ids, context.now), context);
}

/** Adds the people to loaded subjects. */
export async function personal(
  scope: ActionScope,
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
    branchChannelId: (subject.branchId && snapshot.branchChannels.get(subject.branchId)) ?? null,
    cabinetTimeZone: snapshot.tenant.timeZone,
    barredTemplates: barredTemplates(
      content.templates,
      snapshot.knownTemplates,
      attachmentOf(content, snapshot.attachments),
    ),
    testRecipients: ownPhonesOf(flow, snapshot, subject.source).flatMap(
      (phone) => snapshot.testRecipients.get(phone) ?? [],
    ),
    nearby: subject.nearby,
    noticeHoldSeconds: snapshot.noticeHoldSeconds,
    ...known,
  };
}

/** The content of a flow's message about a subject at this moment. */
export function contentOf(
  ctx: FactsContext,
  snapshot: TenantSnapshot,
  flow: Pick<StoredFlow, 'id' | 'kind' | 'settings'>,
  about: { subject: PersonalSubject; event: FlowEvent | null; isTest: boolean },
): WrittenContent {
  const { tenant, origin, hasVisitPage, knownTemplates, offerTitles } = snapshot;
  const { subject, event, isTest } = about;
  const { content, options } = flow.settings;
  const { contactId, person } = subject;
  const visitId = hasVisitPage ? visitOf(subject) : null;
  const customer = person && { history: person.history };
  const named: KnownSubject[] = namedVisits<KnownSubject>(
    subject,
    { nearby: subject.nearby, event, customer },
    flow,
    ctx.clock.now(),
  );
  const variables = {
    ...subject.words,
    visits: named.map(({ words }) => words),
    clientName: person ? greetingName(person.reach.contact) : '',
    oldStartsAt: event?.from ?? null,
    visitsCount: person?.history.visitsCount ?? null,
    spent: person?.history.spent ?? null,
    offerTitles: (options.offerServiceIds ?? []).flatMap((id) => offerTitles.get(id) ?? []),
    visitPageUrl: visitId && (() => visitPageUrl(ctx, tenant.id, visitId, origin)),
    reviewUrl: () =>
      options.reviewUrl ?? reviewLinkUrl(ctx, tenant.id, subject, { origin, pages: snapshot.reviewPages }),
    businessName: tenant.name,
    ignoreLink: () => contactId && ignoreLinkUrl(ctx, tenant.id, contactId, origin),
  };
  return writeContent(content, {
    values: (language) => variableValues(variables, language),
    subject,
    customerLanguage: person?.reach.contact.language ?? null,
    cabinetLanguage: tenant.customerLanguage,
    isTest,
    attachment: attachmentOf(content, snapshot.attachments),
    knownTemplates,
  });
}
