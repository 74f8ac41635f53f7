import { RouterProvider } from '@tanstack/react-router';
import { RehearsalDialogContext } from '#web/flows/list/RehearsalDialogSlot.tsx';
import { createQueryClient } from '#web/lib/api/query-client.ts';
import { ErrorReports } from './errors/ErrorReports.tsx';
import { Providers } from './Providers.tsx';
import { openRehearsalDialog } from './rehearsal-dialog.tsx';
import type { AppRouter } from './router.tsx';

const queryClient = createQueryClient();

export function App({ router }: { router: AppRouter }) {
  return (
    <Providers queryClient={queryClient}>
      <RehearsalDialogContext value={openRehearsalDialog}>
        <RouterProvider router={router} />
        <ErrorReports />
      </RehearsalDialogContext>
    </Providers>
  );
}
