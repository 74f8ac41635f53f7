import { Card, Title } from '@mantine/core';
import type { ContactId } from '#contract/contacts/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ContactDeals, useHasDeals } from './ContactDeals.tsx';

type Props = { contactId: ContactId; name: string; hasPhone: boolean };

/** Deals of a contact on their page; nothing where no CRM is connected. */
export function DealsCard(props: Props) {
  const t = useTexts();
  if (!useHasDeals()) return null;
  return (
    <Card component="section" aria-label={t('deals:card.title')}>
      <Title order={2} mb="sm">
        {t('deals:card.title')}
      </Title>
      <ContactDeals {...props} />
    </Card>
  );
}
