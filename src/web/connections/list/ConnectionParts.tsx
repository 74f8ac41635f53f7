import { Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { connectionKind } from '#contract/connections/kinds.ts';
import { declaredRooms } from '#web/lib/pages/declared-rooms.ts';
import { lazyPart } from '#web/lib/pages/lazy-part.ts';
import type { ConnectionPartProps } from '#web/lib/pages/room.ts';
import { Loading } from '#web/ui/feedback/Loading.tsx';

/** Sections of other rooms about a connection; each is loaded with its texts when it is first drawn. */
export function ConnectionParts(props: ConnectionPartProps) {
  const [parts] = useState(() => {
    const { reads } = connectionKind(props.connection.kind);
    const declared = declaredRooms().flatMap(({ connectionParts }) => connectionParts ?? []);
    return declared.filter((part) => part.reads === reads).map(lazyPart);
  });
  return parts.map((Part, n) => (
    <Suspense
      key={n}
      fallback={
        <Loading>
          <Skeleton height={160} radius="md" />
        </Loading>
      }
    >
      <Part {...props} />
    </Suspense>
  ));
}
