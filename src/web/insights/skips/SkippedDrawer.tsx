import { Button, Text } from '@mantine/core';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import type { SenderId } from '#contract/senders/calls.ts';
import type { Skipped } from '#contract/insights/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { senderName } from '#web/lib/pages/sender.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import classes from '#web/insights/insights.module.css';
import { useSkipNames } from './use-skip-names.ts';
import { useSkipped } from './use-skips.ts';

type Opening = { onContact: (id: ContactId) => void; onMessage: (entryId: string) => void };

type Props = Opening & {
  isOpen: boolean;
  /** Empty rules: all. */
  query: { senderId: SenderId | undefined; rules: readonly DecisionRule[]; from: string; to: string };
  onClose: () => void;
};

/** Contacts without a message by rules or day, with links. */
export function SkippedDrawer({ isOpen, query, onClose, ...opening }: Props) {
  const t = useTexts();
  const { nameOfBar } = useSkipNames();
  const { rules } = query;
  return (
    <SideDrawer
      isOpen={isOpen}
      title={t('insights:skips.people')}
      closeLabel={t('insights:skips.close')}
      onClose={onClose}
    >
      <Text fw={550}>{rules.map((rule) => t(`rules:${rule}.name`)).join(' · ')}</Text>
      <Text size="sm" c="dimmed" mb="sm">
        {nameOfBar(query)}
      </Text>
      <People query={query} {...opening} />
    </SideDrawer>
  );
}

function People({ query, ...opening }: Pick<Props, 'query'> & Opening) {
  const t = useTexts();
  const { rules, ...filter } = query;
  const people = useSkipped({ ...filter, ...(rules.length > 0 && { rule: [...rules] }) });
  return (
    <PagedRows list={people} empty={<EmptyState text={t('insights:skips.people_none')} />}>
      {(rows) => (
        <ul className={classes.people}>
          {rows.map((one) => (
            <Person key={one.id} one={one} isRuleNamed={rules.length === 1} {...opening} />
          ))}
        </ul>
      )}
    </PagedRows>
  );
}

function Person({ one, isRuleNamed, onContact, onMessage }: { one: Skipped; isRuleNamed: boolean } & Opening) {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  const { contactId, contactName, phone, visitStartsAt, orderNumber, timeZone } = one;
  const written = phone && formatPhone(phone);
  return (
    <li className={classes.person}>
      <Text fw={550}>
        {(one.isToOwner && t('delivery:to_you')) ||
          contactName ||
          written ||
          t(contactId ? 'insights:skips.nameless' : 'insights:skips.no_client')}
      </Text>
      <Text size="sm" c="dimmed">
        {[contactName && written, senderName(one, t), format.dateTime(one.at, timeZone)].filter(Boolean).join(' · ')}
      </Text>
      {!isRuleNamed && <Text size="sm">{t(`rules:${one.rule}.name`)}</Text>}
      {visitStartsAt && (
        <Text size="sm">{t('insights:skips.visit_at', { when: format.dateTime(visitStartsAt, timeZone) })}</Text>
      )}
      {orderNumber && <Text size="sm">{t('delivery:order_number', { number: orderNumber })}</Text>}
      <span className={classes.personActions}>
        {contactId && (
          <Button variant="subtle" size="compact-sm" px={0} onClick={() => onContact(contactId)}>
            {t('insights:skips.to_contact')}
          </Button>
        )}
        <Button variant="subtle" size="compact-sm" px={0} onClick={() => onMessage(one.entryId)}>
          {t('insights:skips.story')}
        </Button>
      </span>
    </li>
  );
}
