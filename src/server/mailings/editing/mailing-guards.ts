import { isEmptyMessage } from '#contract/texts/empty-message.ts';
import type { MailingSettings } from '#contract/mailings/calls.ts';
import { refuseUnaskable } from '#server/mailings/recipients/audience-guards.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { wrongField } from '#server/platform/values/problem.ts';
import { cleanContent, cleanTexts } from '#server/texts/content/cleaning-rules.ts';
import { listFiles } from '#server/texts/attachments/reads.ts';

/**
 * Cleans the texts of settings in a request.
 * @throws {Problem} `request.invalid` where a condition cannot be asked, a text becomes empty, a weekday is repeated, or the
 * picture is not the tenant's
 */
export async function acceptSettings(scope: TenantScope, settings: MailingSettings): Promise<MailingSettings> {
  refuseUnaskable(settings.audience, 'settings.audience');
  const content = cleanContent(settings.content);
  if (isEmptyMessage(content)) throw wrongField('settings.content.texts.default', 'required');
  const { daysOfWeek, startsAt, useBy } = settings.timing;
  if (startsAt !== null && useBy !== null && useBy <= startsAt) throw wrongField('settings.timing.useBy', 'range');
  if (new Set(daysOfWeek).size < daysOfWeek.length) throw wrongField('settings.timing.daysOfWeek', 'repeated');
  if (content.imageId !== null) {
    const [image] = await listFiles(scope, [content.imageId], { isLocked: true });
    if (!image) throw wrongField('settings.content.imageId', 'not_found');
  }
  const { experiment } = settings;
  const variants = experiment?.variants.map(cleanTexts) ?? [];
  const emptied = variants.findIndex((texts) => texts.default.trim() === '');
  if (emptied !== -1) throw wrongField(`settings.experiment.variants.${emptied}.default`, 'required');
  return { ...settings, content, experiment: experiment && { ...experiment, variants } };
}
