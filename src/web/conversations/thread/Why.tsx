import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { ThreadItem } from '#contract/conversations/calls.ts';
import type { MessageId } from '#contract/delivery/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { idIn } from '#web/lib/api/known.ts';
import { lazyPart } from '#web/lib/pages/lazy-part.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import type { Explanation } from '#web/lib/pages/room.ts';
import { senderOfKind } from '#web/lib/pages/sender.ts';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import classes from './bubble.module.css';
import { isAutomatic } from './thread-item.ts';

type Props = { item: ThreadItem; zone: string };

/** Why a flow or a bot wrote: what it is about, and the way to its trace or to the explanation by the sender's room. */
export function Why({ item, zone }: Props) {
  const t = useTexts();
  const format = useFormat();
  const canOpen = useCanOpen();
  const { why, traceId, sender } = item;
  if (!isAutomatic(item)) return null;
  const about = why?.startsAt
    ? t('conversations:thread.about_visit', { when: format.dateTime(why.startsAt, zone) })
    : '';
  const explanation = sender ? senderOfKind(sender.senderKind)?.explanation : undefined;
  const canTrace = traceId !== null && !explanation && canOpen('/insights/message-logs');
  if (!about && !canTrace && !explanation) return null;
  return (
    <div className={classes.why}>
      {about}
      {canTrace && (
        <Link to="/insights/message-logs" search={{ entry: traceId }}>
          {t('conversations:thread.why')}
        </Link>
      )}
      {explanation && <ExplainButton explanation={explanation} itemId={item.id} />}
    </div>
  );
}

/** Opens the explanation of the message by the sender's room. */
function ExplainButton({ explanation, itemId }: { explanation: Explanation; itemId: string }) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const label = t(explanation.label);
  return (
    <>
      <button type="button" className={classes.explain} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <Explained explanation={explanation} itemId={itemId} />
        </Dialog>
      )}
    </>
  );
}

function Explained({ explanation, itemId }: { explanation: Explanation; itemId: string }) {
  const [Content] = useState(() => lazyPart(explanation));
  const messageId = idIn<MessageId>(itemId);
  if (messageId === undefined) return null;
  return (
    <Suspense
      fallback={
        <Loading>
          <RowsSkeleton rows={3} />
        </Loading>
      }
    >
      <Content messageId={messageId} />
    </Suspense>
  );
}
