import { Card, Text, Title } from '@mantine/core';
import type { OrderedSender, ContactPolicy } from '#contract/policy/calls.ts';
import type { SenderId } from '#contract/senders/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useKindWords } from '#web/lib/format/flow-kind-words.ts';
import { OrderList } from '#web/ui/lists/OrderList.tsx';
import { ordered } from './ordered.ts';
import { SenderLink } from './SenderLink.tsx';

type Props = {
  /** In the order that holds. */
  senders: readonly OrderedSender[];
  policy: ContactPolicy;
  isOwner: boolean;
  onChange: (order: SenderId[]) => void;
};

/** Senders of marketing, the most important first: under the frequency cap the lower ones give way. */
export function PolicyOrder({ senders, policy, isOwner, onChange }: Props) {
  const t = useTexts();
  const kindWords = useKindWords();
  return (
    <Card component="section" aria-label={t('policy:order.title')}>
      <Title order={2}>{t('policy:order.title')}</Title>
      <Text size="sm" c="dimmed" mt={4}>
        {t(senders.length === 0 ? 'policy:order.empty' : 'policy:order.help')}
      </Text>
      <OrderList
        items={ordered(senders, policy.senderOrder).map((sender) => ({
          key: sender.senderId,
          title: sender.title,
          content: (
            <>
              <SenderLink {...sender} />
              <Text size="sm" c="dimmed">
                {[
                  sender.flowKind ? kindWords(sender.flowKind) : t(`senders:${sender.kind}.name`),
                  sender.mode === 'test' && t('policy:order.in_test'),
                  sender.status !== 'working' && t(`flows:chip.${sender.status}`),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </>
          ),
        }))}
        canChange={isOwner}
        words={{
          up: (title) => t('policy:order.up', { title }),
          down: (title) => t('policy:order.down', { title }),
          moved: (title, place) => t('policy:order.moved', { title, place }),
        }}
        onChange={onChange}
      />
    </Card>
  );
}
