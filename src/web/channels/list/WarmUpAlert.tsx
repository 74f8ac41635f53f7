import type { Channel } from '#contract/channels/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';

/** Why a channel writes to fewer new contacts than its age allows. */
export function WarmUpAlert({ warmUp }: Pick<Channel, 'warmUp'>) {
  const t = useTexts();
  if (!warmUp || warmUp.health === 'good') return null;
  return (
    <TroubleAlert tone="attention" title={t(`channels:warm_up.${warmUp.health}_title`)}>
      {t(`channels:warm_up.${warmUp.health}`)}
    </TroubleAlert>
  );
}
