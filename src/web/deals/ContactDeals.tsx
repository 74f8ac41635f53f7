import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { Deal } from '#contract/deals/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { type Tone, ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { useContactDeals, useDealAccounts } from './use-deals.ts';

const CreateDealDialog = lazy(async () => ({ default: (await import('./CreateDealDialog.tsx')).CreateDealDialog }));

const TONES: Record<Deal['stageKind'], Tone> = { open: 'gray', won: 'good', lost: 'bad' };

type Props = { contactId: ContactId; name: string; hasPhone: boolean };

/** Deals of a contact, each with its stage, sum and page in the CRM; and a button that creates one. */
export function ContactDeals({ contactId, name, hasPhone }: Props) {
  const t = useTexts();
  const format = useFormat();
  const [isCreating, setCreating] = useState(false);
  const deals = useContactDeals(contactId);
  const shown = deals.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Stack gap="sm">
      {deals.isSuccess && shown.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('deals:card.empty')}
        </Text>
      )}
      {shown.map((deal) => (
        <div key={deal.id}>
          <Text fw={550}>{deal.title}</Text>
          <Group gap="xs">
            <ToneBadge tone={TONES[deal.stageKind]}>{deal.stageTitle}</ToneBadge>
            <Text size="sm">{deal.total.amountMinor === 0 ? t('deals:card.no_sum') : format.money(deal.total)}</Text>
          </Group>
          <Text size="sm" c="dimmed">
            {[deal.pipelineTitle, deal.responsibleName].filter(Boolean).join(' · ')}
          </Text>
          {deal.url && (
            <Anchor href={deal.url} target="_blank" rel="noreferrer" size="sm">
              {t('deals:card.open')} <IconExternalLink size={14} aria-hidden />
            </Anchor>
          )}
        </div>
      ))}
      <Group gap="xs">
        <Button variant="default" size="xs" leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
          {t('deals:create.button')}
        </Button>
        {deals.hasNextPage && (
          <Button
            variant="subtle"
            size="xs"
            loading={deals.isFetchingNextPage}
            onClick={() => void deals.fetchNextPage()}
          >
            {t('deals:card.more')}
          </Button>
        )}
      </Group>
      {isCreating && (
        <Suspense fallback={null}>
          <CreateDealDialog contactId={contactId} name={name} hasPhone={hasPhone} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </Stack>
  );
}

/** Returns whether a CRM with deals is connected. */
export function useHasDeals(): boolean {
  const { data } = useDealAccounts();
  return (data?.accounts.length ?? 0) > 0;
}
