import { z } from 'zod';
import { ConnectionTrouble } from '#contract/connections.ts';
import { isRefused } from '#web/lib/call-errors.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { problemText } from '#web/lib/problem-text.ts';
import { TroubleAlert } from '#web/ui/TroubleAlert.tsx';

const Details = z.object({ trouble: ConnectionTrouble, text: z.string().nullish() });

/** Why the booking system did not let us in: what to do, then its own words. */
export function ConnectFailure({ error }: { error: unknown }) {
  const t = useTexts();
  if (!error) return null;
  const details = isRefused(error, 'connection.check_failed') ? Details.safeParse(error.details) : undefined;
  const trouble = details?.success ? details.data : undefined;
  if (!trouble) return <TroubleAlert tone="bad">{problemText(error, t)}</TroubleAlert>;
  return (
    <TroubleAlert
      tone="bad"
      title={t(`connections.trouble.${trouble.trouble}.title`)}
      note={trouble.text && t('connections.vendor_says', { text: trouble.text })}
    >
      {t(`connections.trouble.${trouble.trouble}.todo`)}
    </TroubleAlert>
  );
}
