import { Card, SegmentedControl, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTexts } from '../texts.tsx';
import { usePeople, useTelegram, useTextPhones, useWhatsApp } from '../use-world.ts';
import { PersonPicker } from './PersonPicker.tsx';
import classes from './Phones.module.css';
import { TelegramPhone } from './TelegramPhone.tsx';
import { TextPhone } from './TextPhone.tsx';
import { useFollow } from './use-follow.ts';
import { WhatsAppPhone } from './WhatsAppPhone.tsx';

type Props = {
  /** The branch whose journal is open. */
  company: string;
  phone: string | null;
  /** When the clock was last turned, epoch milliseconds. */
  turnedAt: number;
  /** Beside a wide neighbour there is room for one phone only. */
  isSingle?: boolean;
  onPhone(phone: string): void;
};

const ONE_PHONE = '(max-width: 1330px)';

/** The phones of one client: WhatsApp and Telegram side by side, or that of another service. */
export function Phones({ company, phone, turnedAt, isSingle = false, onPhone }: Props) {
  const { t } = useTexts();
  const people = usePeople().data?.people ?? [];
  const whatsapp = useWhatsApp().data;
  const telegram = useTelegram().data;
  const textPhones = useTextPhones().data?.phones ?? [];
  const isTight = useMediaQuery(ONE_PHONE, window.matchMedia(ONE_PHONE).matches);
  const hasRoomForOne = isSingle || isTight;
  const [skin, setSkin] = useState('whatsapp');
  const [payload, setPayload] = useState('');
  useFollow({ people, whatsapp, telegram, textPhones }, turnedAt, onPhone);

  const withPhones = people.filter((person) => person.phone !== null);
  const person = people.find((one) => one.phone === phone) ?? withPhones[0];
  if (!person || !whatsapp || !telegram) return <Skeleton width={320} height={640} radius={12} />;
  const textPhone = textPhones.find(({ service }) => service === skin);
  const openBot = (start: string) => {
    setPayload(start);
    setSkin('telegram');
  };

  return (
    <Card className={classes.card} data-single={isSingle || textPhone !== undefined || undefined}>
      <PersonPicker people={people} chosen={person} whatsapp={whatsapp} telegram={telegram} onChoose={onPhone} />
      <SegmentedControl
        fullWidth
        mb={12}
        value={hasRoomForOne || textPhone ? skin : 'whatsapp'}
        onChange={setSkin}
        data={[
          { value: 'whatsapp', label: hasRoomForOne ? t('whatsapp') : `${t('whatsapp')}, ${t('telegram')}` },
          ...(hasRoomForOne ? [{ value: 'telegram', label: t('telegram') }] : []),
          ...textPhones.map(({ service, title }) => ({ value: service, label: title })),
        ]}
      />
      <div className={classes.phones}>
        {textPhone && <TextPhone key={person.userId} person={person} state={textPhone} company={company} />}
        {!textPhone && (!hasRoomForOne || skin === 'whatsapp') && (
          <WhatsAppPhone
            key={`wa${person.userId}`}
            person={person}
            state={whatsapp}
            company={company}
            onBotLink={openBot}
          />
        )}
        {!textPhone && (!hasRoomForOne || skin === 'telegram') && (
          <TelegramPhone
            key={`tg${person.userId}`}
            person={person}
            state={telegram}
            company={company}
            payload={payload}
            onPayload={setPayload}
          />
        )}
      </div>
    </Card>
  );
}
