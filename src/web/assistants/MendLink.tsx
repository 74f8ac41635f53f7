import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Assistant } from '#contract/assistants/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';

type Props = {
  assistantId: string;
  reason: NonNullable<Assistant['silentReason']>;
  /** Opens the top-up; its dialog stands outside rows, whose clicks would take its own. */
  onTopUp: () => void;
};

/** The way to make a silent assistant answer again. */
export function MendLink({ assistantId, reason, onTopUp }: Props) {
  const t = useTexts();
  const canOpen = useCanOpen();
  const label = t(`assistants:mend.${reason}`);
  if (reason === 'balance') {
    return (
      <Anchor component="button" type="button" fz="sm" underline="always" onClick={onTopUp}>
        {label}
      </Anchor>
    );
  }
  const to = reason === 'no_channel' ? '/accounts' : `/flowCopilotBots/${assistantId}`;
  if (!canOpen(to)) return null;
  return (
    <Anchor component={Link} to={to} fz="sm" underline="always">
      {label}
    </Anchor>
  );
}
