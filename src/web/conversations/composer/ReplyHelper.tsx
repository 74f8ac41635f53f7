import { Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { declaredRooms } from '#web/lib/pages/declared-rooms.ts';
import { lazyPart } from '#web/lib/pages/lazy-part.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import type { ReplyHelpProps } from '#web/lib/pages/room.ts';
import { Loading } from '#web/ui/feedback/Loading.tsx';

const declared = () => declaredRooms().find(({ replyHelp }) => replyHelp)?.replyHelp;

/** Whether a room proposes replies to this member, and whether it is asked to. */
export function useReplyHelp() {
  const canOpen = useCanOpen();
  const [isOpen, setOpen] = useState(false);
  const help = declared();
  return {
    isOffered: help !== undefined && canOpen(help.page),
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
  };
}

/** The proposal of the room that writes them. */
export function ReplyHelper(props: ReplyHelpProps) {
  const [Content] = useState(() => {
    const help = declared();
    return help && lazyPart(help);
  });
  if (!Content) return null;
  return (
    <Suspense
      fallback={
        <Loading>
          <Skeleton height={48} />
        </Loading>
      }
    >
      <Content {...props} />
    </Suspense>
  );
}
