import type { MailingCheck, MailingWarning } from '#contract/mailings/check.ts';
import type { MailingSettings } from '#contract/mailings/calls.ts';
import { MIN_SOLD } from '#contract/mailings/values.ts';
import type { ContactPolicy } from '#contract/policy/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { emptyPlaces } from '#contract/texts/empty-places.ts';
import type { TextContent } from '#contract/texts/calls.ts';
import type { MessageForm } from '#contract/delivery/calls.ts';
import type { UsableChannel } from '#server/channels/storage/actions.ts';
import type { BarredTemplate } from '#server/texts/content/template-rules.ts';
import { greetingIn } from '#server/mailings/writing/greeting-rules.ts';
import { similarityPercent, NEAR_PERCENT } from '#server/mailings/deciding/similarity.ts';
import { variablesIn } from '#server/texts/content/text-rules.ts';
import { chanceOfResult } from './experiment-rules.ts';

export type WarningFacts = {
  settings: MailingSettings;
  policy: Pick<ContactPolicy, 'quietFromHour' | 'quietToHour'>;
  channels: readonly UsableChannel[];
  barred: readonly BarredTemplate[];
  counted: Pick<MailingCheck, 'recipients' | 'excluded' | 'ways' | 'balance' | 'unsent'>;
  /** Messages to some of the recipients. */
  sample: readonly SampledMessage[];
  /** The language of the main text. */
  mainLanguage: Language;
  /** Values of conditions that were deleted. */
  lost: readonly string[];
  /** Recipients who have not agreed to advertising; 0 where the cabinet records no consents. */
  withoutConsent: number;
  isTestUser: boolean;
};

type SampledMessage = {
  text: string;
  channelId: string | null;
  emptyVariables: readonly string[];
  /** The contact's; null: not known. */
  language: Language | null;
  form: MessageForm;
};

type Warn = (facts: WarningFacts) => MailingWarning[];

/** Lists warnings about a mailing before it goes live, the gravest first. */
export function warningsOf(facts: WarningFacts): MailingWarning[] {
  return WARNINGS.flatMap((warn) => warn(facts));
}

const titlesOf = (channels: readonly UsableChannel[]) => channels.map(({ title }) => title).join(', ');

const testUser: Warn = ({ channels, isTestUser }) => {
  const closed = channels.filter(({ traits }) => !traits.isMailedByTestUsers);
  return isTestUser && closed.length > 0 ? [{ code: 'test_user', values: { channels: titlesOf(closed) } }] : [];
};

const conditionGone: Warn = ({ lost }) =>
  lost.length > 0 ? [{ code: 'condition_gone', values: { values: lost.length } }] : [];

const consentMissing: Warn = ({ withoutConsent: contacts, counted: { recipients } }) =>
  contacts > 0 ? [{ code: 'consent_missing', values: { contacts, recipients } }] : [];

const templates: Warn = ({ barred, channels }) =>
  barred.flatMap(({ channelId, name, language, status, missingMedia }): MailingWarning[] => {
    const channel = channels.find(({ id }) => id === channelId)?.title ?? '';
    if (missingMedia !== null) return [{ code: 'template_lacks', values: { name, media: missingMedia, channel } }];
    return [{ code: 'template_barred', values: { name, language, status, channel } }];
  });

const templatePlaces: Warn = ({ settings }) =>
  emptyPlaces(settings).map(({ name, place }) => ({
    code: 'template_place',
    values: { name, place: `{{${place}}}` },
  }));

const templateMissing: Warn = ({ channels, counted }) => {
  const contacts = counted.excluded.find(({ rule }) => rule === 'template_missing')?.contacts ?? 0;
  const windowed = channels.filter(({ traits }) => traits.windowHours !== null);
  return contacts > 0 ? [{ code: 'template_missing', values: { channels: titlesOf(windowed), contacts } }] : [];
};

const balance: Warn = ({
  counted: {
    balance: { short },
  },
}) => (short > 0 ? [{ code: 'balance_short', values: { short, least: MIN_SOLD } }] : []);

const belowMinimum: Warn = ({
  counted: {
    recipients,
    balance: { short },
  },
}) =>
  recipients > 0 && recipients < MIN_SOLD && short === 0
    ? [{ code: 'below_minimum', values: { recipients, least: MIN_SOLD } }]
    : [];

const unsent: Warn = ({ settings: { timing }, counted }) =>
  counted.unsent > 0 && timing.useBy !== null
    ? [{ code: 'unsent', values: { contacts: counted.unsent, useBy: timing.useBy } }]
    : [];

const quietHours: Warn = ({ settings: { timing }, policy: { quietFromHour: from, quietToHour: to } }) => {
  const { startHour, endHour } = timing.dispatchHours;
  const isQuiet = (hour: number) => (from <= to ? hour >= from && hour < to : hour >= from || hour < to);
  const hours = Array.from({ length: endHour - startHour }, (_, n) => startHour + n).filter(isQuiet).length;
  return hours > 0 ? [{ code: 'quiet_hours', values: { from, to, hours } }] : [];
};

const experiment: Warn = ({ settings, counted: { recipients } }) => {
  if (settings.experiment === null) return [];
  const { sharePercent, variants } = settings.experiment;
  const perVariant = Math.floor((recipients * sharePercent) / 100 / (variants.length + 1));
  const chance = chanceOfResult(perVariant);
  return chance < 50 ? [{ code: 'experiment_too_small', values: { perVariant, chance } }] : [];
};

const ignoreLink: Warn = ({ settings: { content }, channels, counted: { ways } }) => {
  const used = channels.filter(
    ({ id, traits }) => traits.buttons.answers === 0 && ways.some((way) => way.channelId === id),
  );
  return used.length > 0 && !hasIgnoreLink(content)
    ? [{ code: 'ignore_link_missing', values: { channels: titlesOf(used) } }]
    : [];
};

/** Whether each text has the link. A text left empty is not sent. */
function hasIgnoreLink({ texts }: TextContent): boolean {
  return Object.values(texts).every((text) => text.trim() === '' || variablesIn([text]).includes('ignoreLink'));
}

const emptyVariables: Warn = ({ sample }) => {
  const emptied = sample.filter((one) => one.emptyVariables.length > 0);
  const variables = [...new Set(emptied.flatMap((one) => one.emptyVariables))].join(', ');
  const values = { contacts: emptied.length, looked: sample.length, variables };
  return emptied.length > 0 ? [{ code: 'variables_empty', values }] : [];
};

/** Counts recipients who would get no more than the greeting of a new mailing in their language, or the main text in another. */
const languages: Warn = ({ settings: { content }, sample, mainLanguage }) => {
  const others = sample.flatMap(({ language, form }) =>
    language !== null && language !== mainLanguage && form === 'text' ? [language] : [],
  );
  const textIn = (language: Language) => content.texts[language]?.trim() ?? '';
  const greeted = others.filter((language) => textIn(language) === greetingIn(language).trim());
  const untold = others.filter((language) => textIn(language) === '');
  const warning = (code: MailingWarning['code'], found: readonly Language[]): MailingWarning[] => {
    const values = { contacts: found.length, looked: sample.length, languages: [...new Set(found)].join(', ') };
    return found.length > 0 ? [{ code, values }] : [];
  };
  return [...warning('language_greeting', greeted), ...warning('language_default', untold)];
};

/** NOTE: unofficial channels are those with a daily limit of mailings. */
const nearDuplicates: Warn = ({ channels, sample }) => {
  const unofficial = channels.filter(({ traits }) => traits.mailingsPerDay !== null);
  const texts = sample.filter((one) => unofficial.some(({ id }) => id === one.channelId)).map(({ text }) => text);
  const percent = similarityPercent(texts);
  return percent !== null && percent >= NEAR_PERCENT
    ? [{ code: 'near_duplicate', values: { channels: titlesOf(unofficial), percent } }]
    : [];
};

const WARNINGS: readonly Warn[] = [
  testUser,
  conditionGone,
  consentMissing,
  templates,
  templatePlaces,
  templateMissing,
  balance,
  unsent,
  quietHours,
  nearDuplicates,
  ignoreLink,
  experiment,
  emptyVariables,
  languages,
  belowMinimum,
];
