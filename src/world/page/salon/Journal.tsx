import { Card, Group, Skeleton, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { AppStoreButton } from '../appstore/AppStore.tsx';
import { call, showDone, showRefusal } from '../api.ts';
import { dayIn } from '../format.ts';
import { useTexts } from '../texts.tsx';
import type { Company, Salon, Visit } from '../types.ts';
import { useNow, useSalon } from '../use-world.ts';
import { BookDialog, type Slot } from './BookDialog.tsx';
import { CompanyPicker, VENDOR_TITLES } from './CompanyPicker.tsx';
import { DayGrid } from './DayGrid.tsx';
import classes from './Journal.module.css';
import { MasterPicker } from './MasterPicker.tsx';
import { wordsOf } from './refusals.ts';
import { VisitDialog } from './VisitDialog.tsx';
import { WeekStrip } from './WeekStrip.tsx';

type Props = {
  company: Company;
  onCompany(company: Company): void;
  /** A visit was chosen or booked: its client is the one to watch. */
  onPerson(phone: string): void;
  onPhone(phone: string): void;
};

/** The salon's appointment journal, as its staff has it in the booking system. */
export function Journal(props: Props) {
  const salon = useSalon(props.company.vendor);
  const now = useNow(15_000);
  if (!salon.data || !now) return <Skeleton height={640} radius={12} />;
  return <LoadedJournal salon={salon.data} now={now} {...props} />;
}

function LoadedJournal({ salon, now, company, onCompany, onPerson, onPhone }: Props & { salon: Salon; now: Date }) {
  const { t } = useTexts();
  const isNarrow = useMediaQuery('(max-width: 992px)', window.matchMedia('(max-width: 992px)').matches);
  const [chosenDay, setChosenDay] = useState<string | null>(null);
  const [masterId, setMasterId] = useState<number | null>(null);
  const [slot, setSlot] = useState<Slot | null>(null);
  const [visitId, setVisitId] = useState<number | null>(null);

  const today = dayIn(company.timezone, now);
  const day = chosenDay ?? today;
  const staff = salon.staff.filter((one) => one.companyId === company.id);
  const visits = salon.records.filter((one) => one.companyId === company.id && !one.deleted);
  const shown = isNarrow ? staff.filter((one) => one.id === (masterId ?? staff[0]?.id)) : staff;
  const visit = salon.records.find((one) => one.id === visitId);
  const choose = (chosen: Visit) => {
    setVisitId(chosen.id);
    const phone = salon.clients.find((one) => one.id === chosen.clientId)?.phone;
    if (phone) onPerson(phone);
  };
  const move = async (id: number, staffId: number, date: string) => {
    const moving = call('PUT', `/_sim/${company.vendor}/records/${id}`, { staffId, date, refuses: true });
    await moving.then(
      () => showDone(t('moved', { when: date.slice(11, 16) })),
      (error: unknown) => showRefusal(wordsOf(error, t)),
    );
  };

  return (
    <Card className={classes.card}>
      <Group justify="space-between" mb={12} gap="sm">
        <div>
          <Title order={2} fz={18}>
            {t('journal')}
          </Title>
          <Text fz={13} c="var(--page-quiet)">
            {t('journalHint', { vendor: VENDOR_TITLES[company.vendor] })}
          </Text>
        </div>
        <Group gap="xs">
          <AppStoreButton key={company.vendor} company={company} />
          <CompanyPicker chosen={company} onChoose={onCompany} />
        </Group>
      </Group>
      <WeekStrip day={day} today={today} visits={visits} onDay={setChosenDay} />
      {isNarrow && <MasterPicker staff={staff} chosen={shown[0]?.id ?? 0} onChoose={setMasterId} />}
      <DayGrid
        salon={salon}
        company={company}
        staff={shown}
        day={day}
        now={now}
        onSlot={(staffId, time) => setSlot({ staffId, day, time })}
        onVisit={choose}
        onMove={(id, staffId, time) => void move(id, staffId, `${day} ${time}`)}
      />
      {slot && (
        <BookDialog
          key={`${slot.staffId}${slot.time}`}
          salon={salon}
          company={company}
          slot={slot}
          onClose={() => setSlot(null)}
          onBooked={onPerson}
        />
      )}
      {visit && (
        <VisitDialog
          key={visit.id}
          salon={salon}
          company={company}
          visit={visit}
          onClose={() => setVisitId(null)}
          onPhone={onPhone}
        />
      )}
    </Card>
  );
}
