import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FreedSlot, SlotId, SlotOffer } from '#contract/waitlist/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Facts } from '#web/ui/lists/Facts.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { OFFER_TONES, slotState } from './slot-words.ts';
import { useSlot, useSlotChange } from './use-waitlist.ts';
import classes from './waitlist.module.css';

/** A freed slot: its state, what a member can do about it, and everybody who was asked. */
export function SlotDrawer({ slotId, onClose }: { slotId: SlotId; onClose: () => void }) {
  const t = useTexts();
  const slot = useSlot(slotId);
  return (
    <SideDrawer isOpen title={t('waitlist:slot.title')} closeLabel={t('waitlist:close')} onClose={onClose}>
      {slot.isPending && (
        <Loading>
          <Skeleton height={220} />
        </Loading>
      )}
      {slot.isError && !slot.data && <Failure error={slot.error} onRetry={slot.refetch} />}
      {slot.data && (
        <Stack>
          <About slot={slot.data} />
          <Steps slot={slot.data} />
          <Title order={2} size="h3">
            {t('waitlist:slot.offers')}
          </Title>
          {slot.data.offers.length === 0 ? (
            <EmptyState text={t('waitlist:slot.nobody')} />
          ) : (
            <ul className={classes.people}>
              {slot.data.offers.map((offer) => (
                <Offer key={offer.id} offer={offer} timeZone={slot.data.timeZone} />
              ))}
            </ul>
          )}
        </Stack>
      )}
    </SideDrawer>
  );
}

function About({ slot }: { slot: FreedSlot }) {
  const t = useTexts();
  const format = useFormat();
  const { tone, key } = slotState(slot);
  return (
    <>
      <Group gap="xs">
        <Text fw={600}>{format.dateTime(slot.startsAt, slot.timeZone)}</Text>
        <ToneBadge tone={tone}>{t(`waitlist:slot_state.${key}`)}</ToneBadge>
      </Group>
      <Facts
        facts={[
          { label: t('waitlist:slot.service'), value: slot.serviceTitles.join(', ') },
          { label: t('waitlist:slot.master'), value: slot.masterName ?? '–' },
          { label: t('waitlist:column.branch'), value: slot.branchTitle },
          { label: t('waitlist:column.price'), value: format.money(slot.price) },
          { label: t('waitlist:slot.freed_at'), value: <Moment at={slot.freedAt} /> },
          ...(slot.status === 'open'
            ? [{ label: t('waitlist:slot.closes_at'), value: format.dateTime(slot.closesAt, slot.timeZone) }]
            : []),
        ]}
      />
    </>
  );
}

/** The steps a member can take: stop offering, or enter the visit and say so. */
function Steps({ slot }: { slot: FreedSlot }) {
  const t = useTexts();
  const stop = useSlotChange('stop');
  const entered = useSlotChange('entered');
  if (slot.status === 'open')
    return (
      <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate(slot.id)}>
        {t('waitlist:slot.stop')}
      </Button>
    );
  if (slot.status === 'taken' && slot.booking === 'refused')
    return <Alert color="attention">{t('waitlist:slot.refused', { name: slot.winner?.name ?? '' })}</Alert>;
  if (slot.status !== 'filled') return null;
  if (slot.booking === 'pending') return <Alert color="gray">{t('waitlist:slot.pending')}</Alert>;
  if (slot.booking === 'booked') return <Alert color="good">{t('waitlist:slot.booked')}</Alert>;
  if (slot.booking === 'entered') return <Alert color="good">{t('waitlist:slot.entered')}</Alert>;
  return (
    <Alert color="attention" title={t('waitlist:slot.to_enter', { name: slot.winner?.name ?? '' })}>
      <Stack gap="xs">
        {slot.bookingText && <Text size="sm">{t('waitlist:slot.answer', { text: slot.bookingText })}</Text>}
        <Button loading={entered.isPending} onClick={() => entered.mutate(slot.id)}>
          {t('waitlist:slot.mark_entered')}
        </Button>
      </Stack>
    </Alert>
  );
}

function Offer({ offer, timeZone }: { offer: SlotOffer; timeZone: string }) {
  const t = useTexts();
  const format = useFormat();
  const { contactId, contactName, status, skipRule, answeredAt, offeredAt, endsAt } = offer;
  const at = answeredAt ?? offeredAt;
  return (
    <li className={classes.person}>
      <Group justify="space-between" wrap="nowrap" align="start">
        <Link to="/contacts/$contactId" params={{ contactId }} className={classes.name}>
          {contactName || t('waitlist:nameless')}
        </Link>
        <ToneBadge tone={OFFER_TONES[status]}>{t(`waitlist:offer.${status}`)}</ToneBadge>
      </Group>
      <Text size="sm" c="dimmed">
        {t(offer.isWaiting ? 'waitlist:slot.from_list' : 'waitlist:slot.likely')}
        {at && (
          <>
            {' · '}
            <Moment at={at} />
          </>
        )}
        {status === 'open' && endsAt && ` · ${t('waitlist:slot.until', { time: format.timeOf(endsAt, timeZone) })}`}
      </Text>
      {skipRule && <Text size="sm">{t(`rules:${skipRule}.name`)}</Text>}
    </li>
  );
}
