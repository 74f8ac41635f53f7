import { ActionIcon, Button, Card, Text, Title } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ActionMenu } from '#web/ui/lists/ActionMenu.tsx';
import classes from './ServiceCard.module.css';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import type { Tone } from '#web/ui/feedback/ToneBadge.tsx';
import { useWords } from '#web/ui/words.tsx';

type Props = {
  title: string;
  /** Its address, or its latest event. */
  note: string;
  state: { tone: Tone; word: string };
  /** `MenuItem`s, for those who may change it. */
  menu?: ReactNode;
  /** Its problems, facts and parts. */
  children: ReactNode;
  /** Buttons of the card. */
  actions: ReactNode;
  /** Facts that are rarely needed. */
  details: ReactNode;
};

/** An outside service the cabinet is linked to: who it is, how it is, what to do about it. */
export function ServiceCard({ title, note, state, menu, children, actions, details }: Props) {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card component="section" aria-label={title}>
      <div className={classes.head}>
        <div className={classes.name}>
          <Title order={2}>{title}</Title>
          {note && <Text c="dimmed">{note}</Text>}
        </div>
        <ToneBadge tone={state.tone} className={classes.state}>
          {state.word}
        </ToneBadge>
        {menu && (
          <ActionMenu
            target={
              <ActionIcon className={classes.menu} aria-label={`${words('row_menu')}: ${title}`}>
                <IconDots size={20} />
              </ActionIcon>
            }
          >
            {menu}
          </ActionMenu>
        )}
      </div>
      <div className={classes.body}>{children}</div>
      <div className={classes.actions}>
        {actions}
        <Button variant="subtle" color="gray" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {words(isOpen ? 'less' : 'details')}
        </Button>
      </div>
      {isOpen && details}
    </Card>
  );
}
