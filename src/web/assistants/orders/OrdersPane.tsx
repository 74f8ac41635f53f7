import { Group, NativeSelect, Text, Title } from '@mantine/core';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { FlowerOrder } from '#contract/assistants/flower-shop/calls.ts';
import { FLOWER_ORDER_STATUSES } from '#contract/assistants/flower-shop/values.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { PageLink } from '#web/lib/pages/PageLink.tsx';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import classes from './orders.module.css';
import { useOrderCounts, useOrders, useSetOrderStatus } from './use-orders.ts';

type Props = { assistantId: AssistantId };

const TONES = { new: 'attention', accepted: 'good', done: 'gray', cancelled: 'gray' } as const;

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  status: wordIn(FLOWER_ORDER_STATUSES, search['status']),
});

/** Orders that clients placed with the assistant, the latest first. */
export function OrdersPane({ assistantId }: Props) {
  const t = useTexts();
  const [{ status }, change] = useUrlState(readSearch);
  const orders = useOrders(assistantId, status);
  const counts = useOrderCounts(assistantId, status);
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const countOf = (value: 'all' | FlowerOrder['status']) => (value === 'all' ? all : counts?.[value]);
  return (
    <section aria-label={t('flower_shop:orders')}>
      <Title order={2} mb="sm">
        {t('flower_shop:orders')}
      </Title>
      <ListTools
        chips={{
          label: t('flower_shop:orders_which'),
          value: status ?? 'all',
          options: (['all', ...FLOWER_ORDER_STATUSES] as const).map((value) => {
            const count = countOf(value);
            return { value, label: t(`flower_shop:orders_of.${value}`), ...(count !== undefined && { count }) };
          }),
          onChange: (value) => change({ status: wordIn(FLOWER_ORDER_STATUSES, value) }),
        }}
      />
      <PagedRows
        list={orders}
        empty={<EmptyState text={t(status ? 'flower_shop:orders_none' : 'flower_shop:orders_empty')} />}
      >
        {(rows) => (
          <ul className={classes.orders}>
            {rows.map((order) => (
              <OrderRow key={order.id} assistantId={assistantId} order={order} />
            ))}
          </ul>
        )}
      </PagedRows>
    </section>
  );
}

function OrderRow({ assistantId, order }: Props & { order: FlowerOrder }) {
  const t = useTexts();
  const format = useFormat();
  const set = useSetOrderStatus(assistantId);
  const { id, number, status, createdAt, conversationId } = order;
  const title = t('flower_shop:order', { number });
  return (
    <li className={classes.order} aria-label={title}>
      <Group justify="space-between" gap={8}>
        <Group gap={8}>
          <Text fw={600}>{title}</Text>
          <ToneBadge tone={TONES[status]}>{t(`flower_shop:status.${status}`)}</ToneBadge>
        </Group>
        <Text size="sm" c="dimmed">
          {format.dateTime(createdAt)}
        </Text>
      </Group>
      <OrderFacts order={order} />
      <Group gap="sm">
        <NativeSelect
          aria-label={t('flower_shop:status_of', { number })}
          data={FLOWER_ORDER_STATUSES.map((value) => ({ value, label: t(`flower_shop:status.${value}`) }))}
          value={set.isPending ? set.variables.status : status}
          disabled={set.isPending}
          onChange={({ currentTarget }) => {
            const next = wordIn(FLOWER_ORDER_STATUSES, currentTarget.value);
            if (next) set.mutate({ orderId: id, status: next });
          }}
        />
        {conversationId && (
          <PageLink to="/conversations" search={{ thread: conversationId }} className={classes.link}>
            {t('flower_shop:conversation')}
          </PageLink>
        )}
      </Group>
    </li>
  );
}

function OrderFacts({ order }: { order: FlowerOrder }) {
  const t = useTexts();
  const format = useFormat();
  const { lines, total, delivery, way, zone, address, dueAt, recipientName, recipientPhone, cardText, comment } = order;
  const deliveryPrice = delivery.amountMinor > 0 ? format.money(delivery) : t('flower_shop:free');
  return (
    <>
      <ul className={classes.lines}>
        {lines.map(({ sku, title, quantity, priceMinor }) => (
          <li key={sku}>
            {title} × {quantity}, {format.money({ amountMinor: priceMinor * quantity, currency: total.currency })}
          </li>
        ))}
        {way === 'delivery' && (
          <li>
            {t('flower_shop:delivery')}: {deliveryPrice}
          </li>
        )}
      </ul>
      <Text fw={550}>{t('flower_shop:total', { sum: format.money(total) })}</Text>
      <Text size="sm">
        {t(`flower_shop:way.${way}`)}: {format.dateTime(dueAt)}, {[zone, address].filter(Boolean).join(', ')}
      </Text>
      <Text size="sm">
        {t('flower_shop:recipient')}: {recipientName},{' '}
        <a href={`tel:${recipientPhone.replaceAll(/[^\d+]/g, '')}`}>{recipientPhone}</a>
      </Text>
      {cardText && (
        <Text size="sm">
          {t('flower_shop:card')}: {cardText}
        </Text>
      )}
      {comment && <Text size="sm">{comment}</Text>}
    </>
  );
}
