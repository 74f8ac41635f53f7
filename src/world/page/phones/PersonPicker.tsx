import { Indicator, Select, UnstyledButton } from '@mantine/core';
import { formatPhone } from '../format.ts';
import { useTexts } from '../texts.tsx';
import type { Person, TelegramState, WhatsAppState } from '../types.ts';
import { Avatar } from './Avatar.tsx';
import classes from './Phones.module.css';

type Props = {
  people: Person[];
  chosen: Person;
  whatsapp: WhatsAppState;
  telegram: TelegramState;
  onChoose(phone: string): void;
};

const SHOWN = 6;

/** Picker of the phone that is shown; a dot marks unanswered messages. */
export function PersonPicker({ people, chosen, whatsapp, telegram, onChoose }: Props) {
  const { t } = useTexts();
  const known = people.filter((person) => person.phone !== null);
  const lastAt = (person: Person) => lastMessageAt(person, whatsapp, telegram);
  const recent = known.filter((person) => lastAt(person) !== '').toSorted((a, b) => lastAt(b).localeCompare(lastAt(a)));
  const shown = [...new Set([...recent, ...known])].slice(0, SHOWN);
  const faces = shown.includes(chosen) ? shown : [chosen, ...shown.slice(0, SHOWN - 1)];

  return (
    <div className={classes.picker}>
      <Select
        className={classes.search}
        aria-label={t('whosePhone')}
        description={t('whosePhone')}
        classNames={{ description: classes.quiet }}
        inputWrapperOrder={['description', 'input']}
        searchable
        allowDeselect={false}
        value={chosen.phone}
        onChange={(next) => next && onChoose(next)}
        data={known.map((person) => ({ value: person.phone ?? '', label: person.name }))}
        renderOption={({ option }) => `${option.label} · ${formatPhone(option.value)}`}
      />
      <div className={classes.faces}>
        {faces.map((person) => (
          <UnstyledButton
            key={person.userId}
            className={classes.face}
            data-chosen={person === chosen || undefined}
            onClick={() => onChoose(person.phone ?? '')}
          >
            <Indicator disabled={!isWaiting(person, whatsapp, telegram)} color="teal" size={10} offset={4} withBorder>
              <Avatar name={person.name} size={38} />
            </Indicator>
            <span>{person.name}</span>
          </UnstyledButton>
        ))}
      </div>
    </div>
  );
}

function lastMessages(person: Person, whatsapp: WhatsAppState, telegram: TelegramState) {
  const wa = whatsapp.chats.filter((chat) => chat.phone === person.phone).flatMap((chat) => chat.messages.at(-1) ?? []);
  const tg = telegram.chats
    .filter((chat) => chat.chatId === person.chatId)
    .flatMap((chat) => chat.messages.at(-1) ?? []);
  return [...wa, ...tg];
}

const lastMessageAt = (...context: Parameters<typeof lastMessages>) =>
  lastMessages(...context)
    .map((message) => message.at)
    .toSorted()
    .at(-1) ?? '';

const isWaiting = (...context: Parameters<typeof lastMessages>) =>
  lastMessages(...context).some((message) => message.direction === 'out');
