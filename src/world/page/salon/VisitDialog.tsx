import { Button, Divider, Group, Modal, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconDeviceMobileMessage, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { act, call } from '../api.ts';
import { formatMoney, formatPhone } from '../format.ts';
import { useTexts } from '../texts.tsx';
import type { Company, Salon, Visit } from '../types.ts';
import { APPEARANCES } from './VisitBlock.tsx';
import { wordsOf } from './refusals.ts';
import { WhenFields } from './WhenFields.tsx';

type Props = { salon: Salon; company: Company; visit: Visit; onClose(): void; onPhone(phone: string): void };

const OUTCOMES = [0, 2, 1, -1] as const;

/** Actions of the staff on a visit: mark its outcome, move it, cancel it. */
export function VisitDialog({ salon, company, visit, onClose, onPhone }: Props) {
  const { t, language } = useTexts();
  const [day, setDay] = useState(visit.date.slice(0, 10));
  const [time, setTime] = useState(visit.date.slice(11, 16));
  const [staffId, setStaffId] = useState(visit.staffId);
  const [refusal, setRefusal] = useState<string | null>(null);
  const client = salon.clients.find((one) => one.id === visit.clientId);
  const masters = salon.staff.filter((one) => one.companyId === company.id);
  const isMoved = visit.date.slice(0, 16) !== `${day} ${time}` || staffId !== visit.staffId;
  const path = `/_sim/${company.vendor}/records/${visit.id}`;
  const sum = visit.lines.reduce((total, line) => total + line.cost, 0);

  const move = async () => {
    setRefusal(null);
    const moving = call('PUT', path, { date: `${day} ${time}`, staffId, refuses: true });
    await moving.then(onClose, (error: unknown) => setRefusal(wordsOf(error, t)));
  };
  const cancel = async () => {
    await act('DELETE', path);
    onClose();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('close') }}
      title={
        <Text fw={650}>
          {client ? [client.name, client.surname].filter(Boolean).join(' ') : visit.comment || t('break')}
        </Text>
      }
    >
      <Stack gap="sm">
        <div>
          {visit.lines.length > 0 && (
            <Text>
              {visit.lines.map((line) => line.title).join(', ')} · {t('minutes', { count: visit.lengthSeconds / 60 })} ·{' '}
              {formatMoney(sum, company.country.currency, language)}
            </Text>
          )}
          <Text fz={13} c="var(--page-quiet)">
            {client && (client.phone === '' ? t('noPhone') : formatPhone(client.phone))}
            {client && ' · '}
            {t('visitNumber', { id: visit.id })}
          </Text>
        </div>
        {client && (
          <SegmentedControl
            fullWidth
            value={String(visit.attendance)}
            onChange={(next) => void act('PUT', path, { attendance: Number(next) })}
            data={OUTCOMES.map((outcome) => ({ value: String(outcome), label: t(APPEARANCES[outcome].key) }))}
          />
        )}
        {client && client.phone !== '' && (
          <Button
            variant="light"
            leftSection={<IconDeviceMobileMessage size={18} />}
            onClick={() => {
              onPhone(client.phone);
              onClose();
            }}
          >
            {t('openPhone')}
          </Button>
        )}
        <Divider />
        <WhenFields day={day} time={time} error={refusal} onDay={setDay} onTime={setTime} />
        <Select
          label={t('master')}
          allowDeselect={false}
          value={String(staffId)}
          onChange={(next) => next && setStaffId(Number(next))}
          data={masters.map((one) => ({ value: String(one.id), label: `${one.name} · ${one.specialization}` }))}
        />
        <Group justify="space-between" mt="xs">
          <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={() => void cancel()}>
            {t('cancelVisit')}
          </Button>
          <Button disabled={!isMoved} onClick={() => void move()}>
            {t('move')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
