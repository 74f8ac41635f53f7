import { Card, SegmentedControl, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTexts } from '../texts.tsx';
import type { LinkedWhatsApp, Person, WhatsAppState } from '../types.ts';
import { useLinkedWhatsApp, usePeople, useTelegram, useTextPhones, useWhatsApp } from '../use-world.ts';
import { OwnerPhone } from '../owner/OwnerPhone.tsx';
import { heldBy } from './held-by.ts';
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
  /** Phones of other salons' clients: shown last, and never brought to the front. */
  strangers: ReadonlySet<string>;
  /** When the clock was last turned, epoch milliseconds. */
  turnedAt: number;
  /** Beside a wide neighbour there is room for one phone only. */
  isSingle?: boolean;
  onPhone(phone: string): void;
};

/** The business's own phone, among those of services. */
const OWNER = 'owner';
/** The service whose name differs by language. */
const TELEGRAM_ACCOUNT = 'greentg';

const ONE_PHONE = '(max-width: 1330px)';

/** The phones of one client: WhatsApp and Telegram side by side, or that of another service. */
export function Phones({ company, phone, strangers, turnedAt, isSingle = false, onPhone }: Props) {
  const { t } = useTexts();
  const all = usePeople().data?.people ?? [];
  const isStranger = (person: Person) => person.phone !== null && strangers.has(person.phone);
  const people = [...all.filter((one) => !isStranger(one)), ...all.filter(isStranger)];
  const official = useWhatsApp().data;
  const linked = useLinkedWhatsApp().data;
  const whatsapp = official && linked && together(official, linked);
  const telegram = useTelegram().data;
  const textPhones = useTextPhones().data?.phones ?? [];
  const isTight = useMediaQuery(ONE_PHONE, window.matchMedia(ONE_PHONE).matches);
  const hasRoomForOne = isSingle || isTight;
  const [skin, setSkin] = useState('whatsapp');
  const [payload, setPayload] = useState('');
  const bringToFront = (ringing: string) => {
    if (!strangers.has(ringing)) onPhone(ringing);
  };
  useFollow({ people, whatsapp, telegram, textPhones }, turnedAt, bringToFront);

  const person = heldBy(people, phone);
  if (!person || !linked || !whatsapp || !telegram) return <Skeleton width={320} height={640} radius={12} />;
  const textPhone = textPhones.find(({ service }) => service === skin);
  const isOwner = skin === OWNER;
  const openBot = (start: string) => {
    setPayload(start);
    setSkin('telegram');
  };

  return (
    <Card className={classes.card} data-single={isSingle || isOwner || textPhone !== undefined || undefined}>
      <PersonPicker people={people} chosen={person} whatsapp={whatsapp} telegram={telegram} onChoose={onPhone} />
      <SegmentedControl
        fullWidth
        mb={12}
        value={hasRoomForOne || isOwner || textPhone ? skin : 'whatsapp'}
        onChange={setSkin}
        data={[
          { value: 'whatsapp', label: hasRoomForOne ? t('whatsapp') : `${t('whatsapp')}, ${t('telegram')}` },
          ...(hasRoomForOne ? [{ value: 'telegram', label: t('telegram') }] : []),
          ...textPhones.map(({ service, title }) => ({
            value: service,
            label: service === TELEGRAM_ACCOUNT ? t('telegramAccount') : title,
          })),
          { value: OWNER, label: t('ownerPhone') },
        ]}
      />
      <div className={classes.phones}>
        {isOwner && <OwnerPhone state={linked} people={people} company={company} />}
        {textPhone && <TextPhone key={person.userId} person={person} state={textPhone} company={company} />}
        {!isOwner && !textPhone && (!hasRoomForOne || skin === 'whatsapp') && (
          <WhatsAppPhone
            key={`wa${person.userId}`}
            person={person}
            state={whatsapp}
            company={company}
            onBotLink={openBot}
          />
        )}
        {!isOwner && !textPhone && (!hasRoomForOne || skin === 'telegram') && (
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

/** Both ways to WhatsApp in one phone; numbers that are connected come first. */
function together(official: WhatsAppState, linked: LinkedWhatsApp): WhatsAppState {
  const numbers = [...official.numbers, ...linked.numbers.map((one) => ({ ...one, isLinked: true }))];
  return {
    ...official,
    numbers: numbers.toSorted((a, b) => Number(b.webhook !== null) - Number(a.webhook !== null)),
    chats: [...official.chats, ...linked.chats],
  };
}
