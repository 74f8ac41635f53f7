import { CHANNEL_TROUBLES } from '#contract/channels/values.ts';
import { CheckFailure } from '#web/lib/api/CheckFailure.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';

/** Why the provider did not take the credentials. */
export function ConnectFailure({ error }: { error: unknown }) {
  const t = useTexts();
  return (
    <CheckFailure
      error={error}
      code="channel.check_failed"
      troubles={CHANNEL_TROUBLES}
      words={(trouble, text) => ({
        title: t(`channels:trouble.${trouble}.title`),
        todo: t(`channels:trouble.${trouble}.todo`),
        note: t('channels:provider_says', { text }),
      })}
    />
  );
}
