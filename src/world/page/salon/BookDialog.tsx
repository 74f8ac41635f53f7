import { Button, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call, showDone } from '../api.ts';
import { formatMoney } from '../format.ts';
import { useTexts } from '../texts.tsx';
import type { Company, Salon } from '../types.ts';
import { type Person, PersonFields } from '../PersonFields.tsx';
import { wordsOf } from './refusals.ts';
import { WhenFields } from './WhenFields.tsx';

export type Slot = { staffId: number; day: string; time: string };
type Props = { salon: Salon; company: Company; slot: Slot; onClose(): void; onBooked(phone: string): void };

/** Books a client, known or new, for a service of the master. */
export function BookDialog({ salon, company, slot, onClose, onBooked }: Props) {
  const { t, language } = useTexts();
  const services = salon.services.filter((one) => one.companyId === company.id && one.staffIds.includes(slot.staffId));
  const clients = salon.clients.filter((one) => one.companyId === company.id);
  const [serviceId, setServiceId] = useState(services[0]?.id ?? null);
  const [person, setPerson] = useState<Person>({
    isNew: false,
    id: clients[0] ? String(clients[0].id) : null,
    name: '',
    phone: company.vendor === 'yclients' ? '+7 9' : '+',
  });
  const [day, setDay] = useState(slot.day);
  const [time, setTime] = useState(slot.time);
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const book = async () => {
    setSaving(true);
    setRefusal(null);
    const body = {
      companyId: company.id,
      staffId: slot.staffId,
      serviceIds: serviceId === null ? [] : [serviceId],
      date: `${day} ${time}`,
      refuses: true,
      ...(person.isNew ? { client: { name: person.name, phone: person.phone } } : { clientId: Number(person.id) }),
    };
    const booking = call<{ client: { phone: string; name: string } | null }>(
      'POST',
      `/_sim/${company.vendor}/records`,
      body,
    );
    const booked = await booking.catch((error: unknown) => setRefusal(wordsOf(error, t)));
    setSaving(false);
    if (!booked) return;
    showDone(t('booked', { name: booked.client?.name ?? '', when: time }));
    if (booked.client) onBooked(booked.client.phone.replaceAll(/\D/g, ''));
    onClose();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('close') }}
      title={<Text fw={650}>{t('newVisit')}</Text>}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void book();
        }}
      >
        <Stack gap="sm">
          <PersonFields
            value={person}
            people={clients}
            words={{ one: t('client'), known: t('knownClient'), new: t('newClient') }}
            onChange={(change) => setPerson({ ...person, ...change })}
          />
          <Select
            label={t('service')}
            required
            allowDeselect={false}
            value={serviceId === null ? null : String(serviceId)}
            onChange={(next) => setServiceId(next === null ? null : Number(next))}
            data={services.map((one) => ({
              value: String(one.id),
              label: `${one.title} · ${t('minutes', { count: one.lengthSeconds / 60 })} · ${formatMoney(one.price, company.country.currency, language)}`,
            }))}
          />
          <WhenFields day={day} time={time} error={refusal} onDay={setDay} onTime={setTime} />
          <Button type="submit" loading={isSaving} mt="xs" fullWidth size="md">
            {t('book')}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
