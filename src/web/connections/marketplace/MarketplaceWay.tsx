import { Anchor, Button, Divider, Stack, Text } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MarketplaceKind } from '#contract/connections/marketplace.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useMarketplace } from './use-marketplace.ts';
import { VENDOR_NAMES } from './vendors.ts';

/** Link to our application in the vendor's marketplace, which connects without a password. */
export function MarketplaceWay({ kind }: { kind: MarketplaceKind }) {
  const t = useTexts();
  const { data } = useMarketplace(kind);
  const cardUrl = data?.marketplaces.find((one) => one.kind === kind)?.cardUrl;
  const going = data?.installs.find((install) => !install.isFinished);
  if (!cardUrl && !going) return null;
  const vendor = VENDOR_NAMES[kind];
  return (
    <Stack gap="xs">
      {going && (
        <Text>
          {t('connections:marketplace.going', { vendor })}.{' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => <Link {...props} to="/accounts/connect/ycompany" search={{ install: going.id }} />}
          >
            {t('connections:marketplace.see')}
          </Anchor>
        </Text>
      )}
      {cardUrl && (
        <>
          <Button
            component="a"
            href={cardUrl}
            target="_blank"
            rel="noreferrer"
            variant="light"
            leftSection={<IconBuildingStore size={18} />}
          >
            {t('connections:marketplace.way', { vendor })}
          </Button>
          <Text size="sm" c="dimmed">
            {t('connections:marketplace.way_help', { vendor })}
          </Text>
          <Divider label={t('connections:marketplace.way_or')} />
        </>
      )}
    </Stack>
  );
}
