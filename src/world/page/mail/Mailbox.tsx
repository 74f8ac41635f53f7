import { Button, Card, Group, ScrollArea, Text, Title, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconMailOpened, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { act } from '../api.ts';
import { useTexts } from '../texts.tsx';
import type { Letter } from '../types.ts';
import { useMail } from '../use-world.ts';
import classes from './Mailbox.module.css';
import { useFormat } from '../zone.tsx';

/** Everything the product has mailed to anyone; letters open and their links work. */
export function Mailbox() {
  const { t } = useTexts();
  const letters = (useMail().data?.mail ?? []).toReversed();
  const [openId, setOpenId] = useState<string | null>(null);
  const open = letters.find((letter) => letter.id === openId);

  if (letters.length === 0) {
    return (
      <Card className={classes.empty}>
        <IconMailOpened size={36} stroke={1.3} aria-hidden />
        <Text maw={420}>{t('mailEmpty')}</Text>
      </Card>
    );
  }
  return (
    <Card className={classes.box} padding={0} data-open={open !== undefined || undefined}>
      <div className={classes.side}>
        <Group justify="space-between" px="md" py="xs">
          <Title order={2} fz={18}>
            {t('tabMail')}
          </Title>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconTrash size={14} />}
            onClick={() => void act('DELETE', '/_sim/mail')}
          >
            {t('mailClear')}
          </Button>
        </Group>
        <ScrollArea className={classes.list}>
          {letters.map((letter) => (
            <Row key={letter.id} letter={letter} isOpen={letter === open} onOpen={() => setOpenId(letter.id)} />
          ))}
        </ScrollArea>
      </div>
      <div className={classes.reader}>
        {open ? (
          <Reader letter={open} onBack={() => setOpenId(null)} />
        ) : (
          <Text c="var(--page-quiet)" m="auto">
            {t('mailChoose')}
          </Text>
        )}
      </div>
    </Card>
  );
}

function Row({ letter, isOpen, onOpen }: { letter: Letter; isOpen: boolean; onOpen(): void }) {
  const format = useFormat();
  return (
    <UnstyledButton className={classes.row} data-open={isOpen || undefined} onClick={onOpen}>
      <span className={classes.line}>
        <b>{letter.to.join(', ')}</b>
        <small>{format.time(letter.at)}</small>
      </span>
      <span className={classes.subject}>{letter.subject}</span>
      <small className={classes.snippet}>{letter.text.slice(0, 120)}</small>
    </UnstyledButton>
  );
}

function Reader({ letter, onBack }: { letter: Letter; onBack(): void }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <>
      <div className={classes.head}>
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconArrowLeft size={16} />}
          className={classes.back}
          onClick={onBack}
        >
          {t('back')}
        </Button>
        <Title order={3} fz={20}>
          {letter.subject}
        </Title>
        <Text fz={13} c="var(--page-quiet)">
          {t('mailFrom')} {letter.from} · {t('mailTo')} {letter.to.join(', ')} · {format.day(letter.at)},{' '}
          {format.time(letter.at)}
        </Text>
      </div>
      <iframe
        className={classes.letter}
        title={letter.subject}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcDoc={documentOf(letter)}
      />
    </>
  );
}

/** A letter without HTML is shown as its text, with links to click on. */
function documentOf({ html, text }: Letter): string {
  const base = '<base target="_blank"><meta name="color-scheme" content="light">';
  if (html !== '') return base + html;
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const linked = escaped.replaceAll(/https?:\/\/[^\s<>"]+/g, (link) => `<a href="${link}">${link}</a>`);
  return `${base}<pre style="font:15px/1.5 system-ui;white-space:pre-wrap;padding:24px">${linked}</pre>`;
}
