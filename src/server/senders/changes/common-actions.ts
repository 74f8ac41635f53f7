import type { SenderAction, SenderChanger, SenderRow } from '#server/senders/port.ts';
import { readTestPhones } from '#server/tenants/actions.ts';

type Tested = SenderRow & { testPhones: string[] };

type Changers<Row extends SenderRow> = Record<'pause' | 'resume' | 'remove' | 'restore', SenderChanger<Row>> & {
  setTestPhones(testPhones: string[]): SenderChanger<Row>;
};

/** The changes of many that every kind has, with what undoes each. */
export function commonActions<Row extends Tested>({ pause, resume, remove, restore, setTestPhones }: Changers<Row>) {
  const undoneBy = (action: string) => (rows: readonly Row[]) => [{ change: { action }, rows }];
  return {
    pause: { prepare: () => pause, undo: undoneBy('continue') },
    continue: { prepare: () => resume, undo: undoneBy('pause') },
    delete: { prepare: () => remove, undo: undoneBy('restore') },
    restore: {
      prepare: () => restore,
      undo: (rows) => undoneBy('delete')(rows.filter(({ isDeleted }) => isDeleted)),
    },
    test_phones: {
      prepare: async (scope, change) => setTestPhones(await readTestPhones(scope, change.testPhones)),
      undo: (rows) =>
        [...Map.groupBy(rows, ({ testPhones }) => testPhones.join(', '))].map(([testPhones, some]) => ({
          change: { action: 'test_phones', testPhones },
          rows: some,
        })),
    },
  } satisfies Record<string, SenderAction<Row, { action: string; testPhones: string }>>;
}
