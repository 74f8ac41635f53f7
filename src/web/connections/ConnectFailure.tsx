import { CONNECTION_TROUBLES } from '#contract/values.ts';
import { CheckFailure } from '#web/lib/CheckFailure.tsx';
import { useTexts } from '#web/lib/i18n.ts';

/** Why the booking system did not let us in. */
export function ConnectFailure({ error }: { error: unknown }) {
  const t = useTexts();
  return (
    <CheckFailure
      error={error}
      code="connection.check_failed"
      troubles={CONNECTION_TROUBLES}
      words={(trouble, text) => ({
        title: t(`connections.trouble.${trouble}.title`),
        todo: t(`connections.trouble.${trouble}.todo`),
        note: t('connections.vendor_says', { text }),
      })}
    />
  );
}
