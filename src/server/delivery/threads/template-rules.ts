import type { TemplateUseRow } from '#server/templates/port.ts';

/** Templates proposed in an answer to a contact. */
export const MAX_SUGGESTED = 3;

/** Names under which the product's own templates for the owner are registered. */
const OWNER_NAMES: ReadonlySet<string> = new Set(['daily_report', 'weekly_report', 'owner_notice']);

type Key = { channelId: string; name: string };

/** Whether a template is for the owner, in any of its languages: a report, or a notice. */
export function isForOwner(template: Key, uses: readonly TemplateUseRow[]): boolean {
  if (OWNER_NAMES.has(template.name)) return true;
  const own = uses.filter(({ channelId, name }) => channelId === template.channelId && name === template.name);
  return own.length > 0 && own.every(({ isToOwner }) => isToOwner);
}

/**
 * The sender after which a template's places are filled: one whose words suit a person's message before others, the language
 * itself first; undefined: nobody fills all of its places.
 */
export function useFor(
  template: Key & { language: string; parameterCount: number },
  uses: readonly TemplateUseRow[],
): TemplateUseRow | undefined {
  const own = uses.filter(
    ({ channelId, name, parameters, isToOwner }) =>
      channelId === template.channelId &&
      name === template.name &&
      !isToOwner &&
      parameters.length === template.parameterCount,
  );
  const fitting = own.filter(({ visit }) => visit !== null);
  const ofLanguage = ({ language }: TemplateUseRow) => language === template.language;
  return fitting.find(ofLanguage) ?? fitting[0] ?? own.find(ofLanguage) ?? own[0];
}

export type Ranked = Key & {
  category: string;
  parameterCount: number;
  media: string | null;
  /** The places as this contact would read them; empty where nothing is known. */
  filled: readonly string[];
  /** Its words are about an occasion, e.g. a birthday: see `TemplateUseRow`. */
  isOccasional: boolean;
  /** Whether it is in the contact's language. */
  isOfContact: boolean;
  /** When the cabinet last sent it, of its latest messages; null: not among them. */
  lastSentAt: Temporal.Instant | null;
};

/**
 * Picks the templates to propose on each channel, the most useful first: those whose places are all filled, service messages
 * before advertising, what was sent lately, few places. Where the contact's language has any, others are left out.
 */
export function suggestedOf<Template extends Ranked>(templates: readonly Template[]): Template[] {
  return [...Map.groupBy(templates, ({ channelId }) => channelId).values()].flatMap((ofChannel) => {
    const ready = ofChannel.filter(
      ({ filled, media, isOccasional }) => media === null && !isOccasional && filled.every((value) => value !== ''),
    );
    const own = ready.filter(({ isOfContact }) => isOfContact);
    return (own.length > 0 ? own : ready).toSorted(byUsefulness).slice(0, MAX_SUGGESTED);
  });
}

function byUsefulness(one: Ranked, other: Ranked): number {
  return (
    Number(isMarketing(one)) - Number(isMarketing(other)) ||
    Number(other.lastSentAt !== null) - Number(one.lastSentAt !== null) ||
    one.parameterCount - other.parameterCount ||
    (other.lastSentAt?.epochMilliseconds ?? 0) - (one.lastSentAt?.epochMilliseconds ?? 0)
  );
}

const isMarketing = ({ category }: Ranked): boolean => category.toLowerCase() === 'marketing';
