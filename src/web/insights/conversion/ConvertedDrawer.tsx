import { Button, Text } from '@mantine/core';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ConvertedPerson } from '#contract/insights/conversion.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { senderName } from '#web/lib/pages/sender.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import classes from '#web/insights/insights.module.css';
import { type PeopleSearch, useConverted } from './use-conversion.ts';

type Props = {
  isOpen: boolean;
  query: PeopleSearch & { from: string; to: string };
  onContact: (id: ContactId) => void;
  onClose: () => void;
};

/** Contacts of a step of the conversion, or of the control group. */
export function ConvertedDrawer({ isOpen, query, onContact, onClose }: Props) {
  const t = useTexts();
  const format = useFormat();
  const { step = 'sent', group, from, to } = query;
  return (
    <SideDrawer
      isOpen={isOpen}
      title={t('insights:conversion.people.title')}
      closeLabel={t('insights:conversion.people.close')}
      onClose={onClose}
    >
      <Text fw={550}>
        {group === 'control' ? t('insights:conversion.people.held') : t(`insights:conversion.step.${step}`)}
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        {from === to ? format.date(`${from}T12:00:00Z`, 'UTC') : format.days(from, to)}
      </Text>
      {isOpen && <People query={query} onContact={onContact} />}
    </SideDrawer>
  );
}

function People({ query, onContact }: Pick<Props, 'query' | 'onContact'>) {
  const t = useTexts();
  const people = useConverted(query);
  return (
    <PagedRows list={people} empty={<EmptyState text={t('insights:conversion.people.none')} />}>
      {(rows) => (
        <ul className={classes.people}>
          {rows.map((one) => (
            <Person key={one.id} one={one} isHeld={query.group === 'control'} onContact={onContact} />
          ))}
        </ul>
      )}
    </PagedRows>
  );
}

type PersonProps = { one: ConvertedPerson; isHeld: boolean } & Pick<Props, 'onContact'>;

function Person({ one, isHeld, onContact }: PersonProps) {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  const { contactId, contactName, phone, cameAt, spent } = one;
  const written = phone && formatPhone(phone);
  const when = format.dateTime(one.at);
  const came = cameAt && format.dateTime(cameAt);
  return (
    <li className={classes.person}>
      <Text fw={550}>{contactName || written || t('insights:conversion.people.nameless')}</Text>
      <Text size="sm" c="dimmed">
        {[contactName && written, senderName(one, t)].filter(Boolean).join(' · ')}
      </Text>
      <Text size="sm">
        {isHeld ? t('insights:conversion.people.would', { when }) : t('insights:conversion.people.wrote', { when })}
      </Text>
      {came && (
        <Text size="sm">
          {spent
            ? t('insights:conversion.people.came_spent', { when: came, money: format.money(spent) })
            : t('insights:conversion.people.came', { when: came })}
        </Text>
      )}
      <span className={classes.personActions}>
        <Button variant="subtle" size="compact-sm" px={0} onClick={() => onContact(contactId)}>
          {t('insights:conversion.people.to_contact')}
        </Button>
      </span>
    </li>
  );
}
