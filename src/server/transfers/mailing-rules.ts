import { z } from 'zod';
import type { ImportId } from '#contract/imports/calls.ts';
import { MailingToFill, type OfferedMailing } from '#contract/mailings/transfers.ts';
import { MAILING_TO_FILL } from '#contract/mailings/values.ts';
import { MailingId, MailingSettings } from '#contract/mailings/calls.ts';
import type { FileId } from '#contract/texts/calls.ts';
import { describeContent, OfferedImage, strip } from './rules.ts';

/** A mailing for another cabinet, without any id of the sender's. */
export const MailingExport = z.object({
  title: z.string(),
  settings: MailingSettings,
  toFill: z.array(MailingToFill),
  image: OfferedImage.nullable(),
});
export type MailingExport = z.infer<typeof MailingExport>;

/** A mailing and the version that was offered. */
export const SentMailing = z.object({ mailingId: MailingId, version: z.int() });
export type SentMailing = z.infer<typeof SentMailing>;

const ALL_CONTACTS: MailingSettings['audience'] = { type: 'conditions', conditions: { match: 'all', groups: [] } };

/**
 * Removes everything from a mailing that refers to its own cabinet, with its start and its last moment, and lists what must be
 * chosen again. An audience that names a list, a segment, a mailing or anything else by its id is removed as a whole: less of its
 * conditions would reach more contacts.
 */
export function exportMailing(
  { title, settings }: Pick<MailingExport, 'title' | 'settings'>,
  image: OfferedImage | null,
): MailingExport {
  const noted = new Set<MailingToFill>();
  const isBound = isAudienceBound(settings.audience);
  if (isBound) noted.add('audience');
  const buttons = settings.content.buttons.filter(({ type }) => type === 'answer');
  if (buttons.length < settings.content.buttons.length) noted.add('buttons');
  const stripped = new Set<string>();
  const own = MailingSettings.parse(
    strip(
      'settings',
      {
        ...settings,
        audience: isBound ? ALL_CONTACTS : settings.audience,
        content: { ...settings.content, buttons },
        timing: { ...settings.timing, startsAt: null, useBy: null },
      },
      stripped,
    ),
  );
  for (const part of MAILING_TO_FILL) if (stripped.has(part)) noted.add(part);
  if (settings.content.imageId !== null && image === null) noted.add('image');
  return { title, settings: own, toFill: [...noted], image };
}

function isAudienceBound(audience: MailingSettings['audience']): boolean {
  if (audience.type !== 'conditions') return true;
  const found = new Set<string>();
  strip('audience', audience, found);
  return found.size > 0;
}

/** The parts of an offered mailing that the receiver sees before the answer. */
export function describeMailing({ title, settings, toFill, image }: MailingExport): OfferedMailing {
  const variants = settings.experiment?.variants.length ?? 0;
  return { title, ...describeContent(settings.content), hasImage: image !== null, variants, toFill };
}

/**
 * The mailing's settings with the image's new id.
 *
 * @param unchosen id of no list: an audience that must be chosen again stays incomplete, and is never all contacts
 */
export function importMailingSettings(
  { settings, toFill }: MailingExport,
  { imageId, unchosen }: { imageId: FileId | null; unchosen: ImportId },
): MailingSettings {
  const isUnchosen = toFill.includes('audience');
  return {
    ...settings,
    audience: isUnchosen ? { type: 'list', importId: unchosen } : settings.audience,
    content: { ...settings.content, imageId },
  };
}
