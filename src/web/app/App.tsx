import { RouterProvider } from '@tanstack/react-router';
import { RehearsalDialogContext } from '#web/flows/list/RehearsalDialogSlot.tsx';
import { TransferSlotsContext } from '#web/flows/transfer-slots.tsx';
import { createQueryClient } from '#web/lib/api/query-client.ts';
import { ErrorReports } from './errors/ErrorReports.tsx';
import { Providers } from './Providers.tsx';
import { openRehearsalDialog } from './rehearsal-dialog.tsx';
import type { AppRouter } from './router.tsx';
import { transferSlots } from './transfer-slots.tsx';

const queryClient = createQueryClient();

export function App({ router }: { router: AppRouter }) {
  return (
    <Providers queryClient={queryClient}>
      <RehearsalDialogContext value={openRehearsalDialog}>
        <TransferSlotsContext value={transferSlots}>
          <RouterProvider router={router} />
          <ErrorReports />
        </TransferSlotsContext>
      </RehearsalDialogContext>
    </Providers>
  );
}
