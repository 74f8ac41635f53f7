import { Anchor, Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MarketplaceKind } from '#contract/connections/marketplace.ts';
import { AuthFrame } from '#web/auth/sign-in/AuthFrame.tsx';
import { CallRefused } from '#web/lib/api/call-errors.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { textIn } from '#web/lib/api/known.ts';
import { explain } from '#web/lib/api/problem-text.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { VENDOR_NAMES } from './vendors.ts';

type Props = { error: unknown; kind: MarketplaceKind; onRetry: () => unknown };

/** Why a marketplace link is refused, and the solution. */
export function MarketplaceFailure({ error, kind, onRetry }: Props) {
  const t = useTexts();
  const { title, text, canRetry } = explain(error, t);
  const cardUrl = error instanceof CallRefused ? textIn(error.details['cardUrl']) : undefined;
  return (
    <AuthFrame
      title={t('connections:marketplace.failed', { vendor: VENDOR_NAMES[kind] })}
      footer={
        <Anchor component={Link} to="/" inherit underline="always">
          {t('connections:marketplace.open_cabinet')}
        </Anchor>
      }
    >
      <Stack>
        <TroubleAlert tone="attention" title={canRetry ? title : undefined}>
          {text}
        </TroubleAlert>
        {cardUrl && (
          <Button component="a" href={cardUrl} size="md" fullWidth>
            {t('connections:marketplace.open_card', { vendor: VENDOR_NAMES[kind] })}
          </Button>
        )}
        {canRetry && (
          <Button size="md" fullWidth onClick={() => void onRetry()}>
            {t('ui:retry')}
          </Button>
        )}
      </Stack>
    </AuthFrame>
  );
}
