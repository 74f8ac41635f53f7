import { z } from 'zod';
import type { ImportId } from '#contract/imports/calls.ts';
import { MailingSettings } from '#contract/mailings/calls.ts';
import { MailingToFill } from '#contract/mailings/transfers.ts';
import type { FileId } from '#contract/texts/calls.ts';
import {
  EXPORTED,
  exportSettings,
  isBoundToCabinet,
  type OfferedImage,
  withImage,
} from '#server/senders/transfers/export-rules.ts';

/** A mailing for another cabinet, without any id of the sender's. */
export const MailingExport = z.object({
  ...EXPORTED,
  settings: MailingSettings,
  toFill: z.array(MailingToFill),
});
export type MailingExport = z.infer<typeof MailingExport>;

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
  const { audience, timing } = settings;
  const isBound = audience.type !== 'conditions' || isBoundToCabinet('audience', audience);
  const own = {
    ...settings,
    audience: isBound ? ALL_CONTACTS : audience,
    timing: { ...timing, startsAt: null, useBy: null },
  };
  const exported = exportSettings(own, image);
  const known = exported.toFill.filter((part) => MailingToFill.safeParse(part).success);
  const toFill = isBound ? ['audience', ...known] : known;
  return MailingExport.parse({ title, settings: exported.settings, toFill, image });
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
  return withImage(
    { ...settings, audience: isUnchosen ? { type: 'list', importId: unchosen } : settings.audience },
    imageId,
  );
}
