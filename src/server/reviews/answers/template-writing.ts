import type { Review } from '#contract/reviews/calls.ts';
import type { REVIEW_VARIABLES } from '#contract/texts/values.ts';
import type { Language } from '#contract/primitives.ts';
import type { TextTemplate } from '#contract/texts/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { writeContent } from '#server/texts/content/content-rules.ts';
import { loadKnownTemplates } from '#server/texts/attachments/material-reads.ts';
import type { ContentTemplate } from '#server/texts/content/message-content.ts';
import { barredTemplates, type KnownTemplate, usableTemplates } from '#server/texts/content/template-rules.ts';

/** Chosen templates that the provider takes now, with what it knows of them. */
export type UsableTemplates = { templates: readonly TextTemplate[]; known: readonly KnownTemplate[] };

export async function loadUsable(scope: ActionScope, chosen: readonly TextTemplate[]): Promise<UsableTemplates> {
  const known = await loadKnownTemplates(scope, [{ templates: [...chosen] }]);
  return { templates: usableTemplates(chosen, barredTemplates(chosen, known, null)), known };
}

/** Values of a template about a review. */
export type ReviewValues = Readonly<
  Partial<Record<(typeof REVIEW_VARIABLES)[number] | 'clientName' | 'businessName', string>>
>;

/** The name that signs a message about a review: an order is the restaurant's own. */
export const nameFor = (
  { orderNumber, branch }: Pick<Review, 'orderNumber' | 'branch'>,
  tenant: { name: string },
): string => (orderNumber === null ? null : branch?.title) || tenant.name;

/** Fills the parameters of templates about a review. @param language of the reader */
export function writeTemplates(
  { templates, known }: UsableTemplates,
  values: ReviewValues,
  language: Language,
): readonly ContentTemplate[] {
  const valueOf: Readonly<Record<string, string | undefined>> = values;
  const content = {
    texts: { default: '-' },
    buttons: [],
    imageId: null,
    templates: [...templates],
    shortensLinks: false,
  };
  return writeContent(content, {
    values: () => ({ of: (variable) => valueOf[variable] ?? '', property: () => '' }),
    subject: { kind: 'contact', id: '', timeVersion: 1 },
    customerLanguage: language,
    cabinetLanguage: language,
    isTest: false,
    attachment: null,
    knownTemplates: known,
  }).content.templates;
}

/** Templates that carry the member's words. */
export const carryingAnswer = (chosen: readonly TextTemplate[]): TextTemplate[] =>
  chosen.filter(({ parameters }) => parameters.some((parameter) => parameter.includes('{reviewAnswer}')));
