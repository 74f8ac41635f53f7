import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconDeviceDesktop, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { act } from '../api.ts';
import { formatPhone } from '../format.ts';
import { ChatNote, Phone } from '../phones/Phone.tsx';
import { Composer } from '../phones/Composer.tsx';
import { ofBusiness } from '../phones/of-business.ts';
import { WhatsAppBubble } from '../phones/WhatsAppBubble.tsx';
import { useTexts } from '../texts.tsx';
import type { LinkedWhatsApp, Person, WaMessage } from '../types.ts';
import { useFormat } from '../zone.tsx';
import classes from './OwnerPhone.module.css';

type Props = {
  state: LinkedWhatsApp;
  people: readonly Person[];
  /** The branch whose journal is open: its business holds the phone. */
  company: string;
};

/** WhatsApp on the business's own phone: its linked devices, its camera, and its chats, in which the owner types. */
export function OwnerPhone({ state, people, company }: Props) {
  const { t } = useTexts();
  const [shown, setShown] = useState<'devices' | 'chats'>('devices');
  const [chosen, setChosen] = useState<string | null>(null);
  const phone = ofBusiness(state.phones, company);
  if (!phone) return null;
  const chats = state.chats.filter((chat) => chat.phoneNumberId === phone.number && chat.phone !== phone.number);
  const chat = chats.find((one) => one.phone === chosen) ?? chats.at(-1);
  const messages = shown === 'chats' ? (chat?.messages ?? []).map(turned) : [];
  const nameOf = (number: string | null) =>
    people.find((one) => one.phone === number)?.name ?? formatPhone(number ?? '');
  const type = (text: string) =>
    void act('POST', '/_sim/whatsapp/own', { number: phone.number, to: chat?.phone, text });

  return (
    <Phone
      skin="whatsapp"
      label={t('ownerWhatsApp')}
      name={phone.name}
      subtitle={formatPhone(phone.number)}
      menu={
        <Button size="compact-xs" variant="white" onClick={() => setShown(shown === 'chats' ? 'devices' : 'chats')}>
          {t(shown === 'chats' ? 'linkedDevices' : 'ownerChats')}
        </Button>
      }
      messages={messages}
      newest={`${shown} ${messages.at(-1)?.id ?? ''}`}
      intro={
        shown === 'chats' &&
        chats.length > 0 && (
          <NativeSelect
            size="xs"
            aria-label={t('ownerChats')}
            value={chat?.phone ?? ''}
            data={chats.map((one) => ({ value: one.phone ?? '', label: nameOf(one.phone) }))}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
        )
      }
      empty={
        shown === 'devices' ? (
          <Devices phone={phone} screens={state.screens} />
        ) : (
          <ChatNote>{t('ownerNoChats')}</ChatNote>
        )
      }
      foot={shown === 'chats' && chat ? <Composer key={chat.phone} onText={type} /> : null}
    >
      {(message) => (
        <WhatsAppBubble message={message} quoted={undefined} canTap={false} onTap={ignore} onBotLink={ignore} />
      )}
    </Phone>
  );
}

const ignore = () => undefined;

/** A message as its other side sees it. */
const turned = (message: WaMessage): WaMessage => ({
  ...message,
  direction: message.direction === 'in' ? 'out' : 'in',
  status: message.status === 'failed' ? 'failed' : 'read',
  buttons: [],
});

type DevicesProps = { phone: LinkedWhatsApp['phones'][number]; screens: LinkedWhatsApp['screens'] };

function Devices({ phone: { number, devices }, screens }: DevicesProps) {
  const { t } = useTexts();
  const format = useFormat();
  const [isScanning, setScanning] = useState(false);
  const [screen] = screens;
  const scan = async () => {
    const scanned = await act('POST', '/_sim/whatsapp/scan', { number, code: screen?.code });
    if (scanned !== undefined) setScanning(false);
  };
  return (
    <Stack gap="sm" className={classes.devices}>
      <b>{t('linkedDevices')}</b>
      {devices.length === 0 && <Text size="sm">{t('noDevices')}</Text>}
      {devices.map(({ id, at }) => (
        <div key={id} className={classes.device}>
          <IconDeviceDesktop size={22} aria-hidden />
          <div>
            <b>Frontdesk</b>
            <small>{t('linkedAt', { time: format.time(at) })}</small>
          </div>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            onClick={() => void act('POST', '/_sim/whatsapp/unlink', { number, sessionId: id })}
          >
            {t('logOutDevice')}
          </Button>
        </div>
      ))}
      {!isScanning && (
        <Button leftSection={<IconQrcode size={18} />} onClick={() => setScanning(true)}>
          {t('linkDevice')}
        </Button>
      )}
      {isScanning && (
        <div className={classes.camera} role="group" aria-label={t('camera')}>
          <small>{t('camera')}</small>
          {screen ? (
            <>
              <img src={`data:image/png;base64,${screen.picture}`} alt="" />
              <Button onClick={() => void scan()}>{t('scanCode')}</Button>
            </>
          ) : (
            <Text size="sm">{t('cameraEmpty')}</Text>
          )}
        </div>
      )}
      {isScanning && <PhoneCode number={number} onLinked={() => setScanning(false)} />}
    </Stack>
  );
}

/** WhatsApp's "Link with phone number instead". */
function PhoneCode({ number, onLinked }: { number: string; onLinked: () => void }) {
  const { t } = useTexts();
  const [code, setCode] = useState('');
  const enter = async () => {
    const entered = await act('POST', '/_sim/whatsapp/enter-code', { number, code });
    if (entered !== undefined) onLinked();
  };
  return (
    <form
      aria-label={t('linkByNumber')}
      onSubmit={(event) => {
        event.preventDefault();
        void enter();
      }}
    >
      <Stack gap={6}>
        <TextInput
          size="xs"
          label={t('linkByNumber')}
          placeholder={t('phoneCode')}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button size="xs" type="submit" disabled={code.trim() === ''}>
          {t('enterPhoneCode')}
        </Button>
      </Stack>
    </form>
  );
}
