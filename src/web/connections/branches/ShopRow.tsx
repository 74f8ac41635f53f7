import { List, Text } from '@mantine/core';
import { SHOP_TOPICS, SILENT_SHOP_TOPICS } from '#contract/connections/shop-topics.ts';
import type { Branch, Connection } from '#contract/connections/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { CopyField } from '#web/ui/fields/CopyField.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { Facts } from '#web/ui/lists/Facts.tsx';
import { BranchHead } from './BranchHead.tsx';
import classes from '#web/connections/connections.module.css';

type Props = { branch: Branch; connection: Pick<Connection, 'kind' | 'webhookUrl' | 'signatures'>; canChange: boolean };

/** A shop: its last event, and our address with the topics for which the owner enters it in the shop. */
export function ShopRow({ branch, connection: { kind, webhookUrl, signatures }, canChange }: Props) {
  const t = useTexts();
  const format = useFormat();
  const { lastEventAt, timeZone } = branch;
  return (
    <section className={classes.branch} data-off={!branch.isActive || undefined}>
      <BranchHead branch={branch} kind={kind} note={branch.externalId} canChange={canChange} />
      <Facts
        facts={[
          {
            label: t('connections:shopify.last_event'),
            value: lastEventAt ? format.near(lastEventAt, timeZone) : t('connections:never'),
          },
          { label: t('connections:webhooks'), value: format.number(branch.webhooksCount) },
        ]}
      />
      {branch.webhooksState === 'manual' && !signatures?.failures && (
        <TroubleAlert tone="attention" title={t('connections:shopify.waiting')}>
          {t('connections:shopify.waiting_todo')}
        </TroubleAlert>
      )}
      <CopyField label={t('connections:shopify.address')} value={webhookUrl} />
      <Text size="sm" mt="sm">
        {t('connections:shopify.steps')}
      </Text>
      <List size="sm" mt="xs">
        <List.Item>{t('connections:shopify.topics_orders', { topics: SHOP_TOPICS.orders.join(', ') })}</List.Item>
        <List.Item>{t('connections:shopify.topics_checkouts', { topics: SHOP_TOPICS.checkouts.join(', ') })}</List.Item>
        <List.Item>{t('connections:shopify.topics_silent', { topics: SILENT_SHOP_TOPICS.join(', ') })}</List.Item>
      </List>
      <Text size="sm" c="dimmed" mt="xs">
        {t('connections:shopify.statuses')}
      </Text>
    </section>
  );
}
