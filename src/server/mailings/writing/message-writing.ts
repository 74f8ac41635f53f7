import { MAILING_VARIABLES } from '#contract/mailings/values.ts';
import type { TextContent, TextVariable } from '#contract/texts/calls.ts';
import { visitPageUrl } from '#server/booking/links/link-actions.ts';
import { greetingName } from '#server/contacts/book/greeting-rules.ts';
import { ignoreLinkUrl } from '#server/contacts/book/link-actions.ts';
import type { Services } from '#server/platform/context/context.ts';
import { plainSubject } from '#server/subjects/plain-subject-rules.ts';
import { reviewLinkUrl } from '#server/reviews/widgets/actions.ts';
import { variableValues } from '#server/subjects/value-rules.ts';
import { type WrittenContent, writeContent } from '#server/texts/content/content-rules.ts';
import { attachmentOf } from '#server/texts/attachments/material-reads.ts';
import type { Material, Reader } from './material-reads.ts';

const OFFERED: ReadonlySet<TextVariable> = new Set(MAILING_VARIABLES);

/**
 * Writes a mailing's message to one contact.
 * @param isTest sent to the owner's own number
 */
export function writeMessage(
  ctx: Services,
  { tenant, origin, reviewPages, hasVisitPage, attachments, knownTemplates }: Material,
  content: TextContent,
  { reader, now, isTest }: { reader: Reader; now: Temporal.Instant; isTest: boolean },
): WrittenContent {
  const { contact } = reader.reach;
  const { coming } = reader;
  const { name: title, timeZone, currency } = tenant;
  const subject = plainSubject({ kind: 'contact', id: contact.id, title, timeZone, startsAt: now, currency });
  const facts = {
    ...subject.words,
    manageUrl: coming?.manageUrl ?? null,
    clientName: greetingName(contact),
    oldStartsAt: null,
    visitsCount: reader.history.visitsCount,
    spent: reader.history.spent,
    offerTitles: [],
    visitPageUrl: coming && hasVisitPage ? () => visitPageUrl(ctx, tenant.id, coming.id, origin) : null,
    reviewUrl: () =>
      reviewLinkUrl(
        ctx,
        tenant.id,
        { kind: 'contact', id: contact.id, branchId: null, contactId: contact.id },
        { origin, pages: reviewPages },
      ),
    businessName: tenant.name,
    ignoreLink: () => ignoreLinkUrl(ctx, tenant.id, contact.id, origin),
  };
  return writeContent(content, {
    values: (language) => {
      const values = variableValues(facts, language);
      return { ...values, of: (variable) => (OFFERED.has(variable) ? values.of(variable) : '') };
    },
    subject,
    customerLanguage: contact.language,
    cabinetLanguage: tenant.customerLanguage,
    isTest,
    attachment: attachmentOf(content, attachments),
    knownTemplates,
  });
}

/** The content of a variant: the mailing's own with the variant's texts. Variant 0 is the mailing's own. */
export function contentOfVariant(
  { content, experiment }: { content: TextContent; experiment: { variants: readonly TextContent['texts'][] } | null },
  variant: number,
): TextContent {
  const texts = variant === 0 ? undefined : experiment?.variants[variant - 1];
  return texts ? { ...content, texts } : content;
}
