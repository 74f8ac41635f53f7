import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { fillQuickReplies } from '#contract/conversations/work.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './composer.module.css';
import type { QuickPicking } from './use-quick-picking.ts';

export type FilledReply = ReplyOf<typeof fillQuickReplies>['quickReplies'][number];

type Props = {
  id: string;
  picking: Pick<QuickPicking, 'replies' | 'isLoading' | 'activeIndex'>;
  onChoose: (reply: FilledReply) => void;
};

/** Quick replies above the composer, as the contact would read them. */
export function QuickReplies({ id, picking: { replies, isLoading, activeIndex }, onChoose }: Props) {
  const t = useTexts();
  return (
    <div className={classes.replies}>
      <div role="listbox" id={id} aria-label={t('conversations:quick.title')}>
        {replies.map((reply, index) => (
          <div
            key={reply.id}
            id={`${id}.${index}`}
            ref={index === activeIndex ? bringIntoView : undefined}
            role="option"
            aria-selected={index === activeIndex}
            tabIndex={-1}
            className={classes.reply}
            onMouseDown={(event) => event.preventDefault()} // NOTE: the caret stays in the text
            onClick={() => onChoose(reply)}
            onKeyDown={({ key }) => key === 'Enter' && onChoose(reply)}
          >
            <b>{reply.title}</b>
            <span>{reply.text}</span>
          </div>
        ))}
      </div>
      {replies.length === 0 && !isLoading && (
        <Text size="sm" c="dimmed" p={8}>
          {t('conversations:quick.none')}
        </Text>
      )}
      <Link to="/conversations/settings" className={classes.repliesEdit}>
        {t('conversations:quick.edit')}
      </Link>
    </div>
  );
}

const bringIntoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' });
