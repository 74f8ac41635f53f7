import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useMemo } from 'react';
import { brand } from '#web/lib/brand.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { explain } from '#web/lib/problem-text.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { createBrandTheme, resolveVariables } from '#web/ui/theme.ts';
import { RehearsalDialogContext } from '#web/flows/RehearsalDialogSlot.tsx';
import { openRehearsalDialog } from './rehearsal-dialog.tsx';
import { UiWordsProvider } from '#web/ui/words.tsx';
import { router } from './router.tsx';

const queryClient = createQueryClient();

export function App() {
  const t = useTexts();
  const theme = useMemo(
    () => createBrandTheme(brand.accent, { showPassword: t('ui:show_password'), close: t('ui:close') }),
    [t],
  );
  const words = useMemo(
    () => ({
      words: (word, values) => t(`ui:${word}`, values),
      explain: (error) => explain(error, t),
    }),
    [t],
  ) satisfies Parameters<typeof UiWordsProvider>[0]['value'];

  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <UiWordsProvider value={words}>
          <RehearsalDialogContext value={openRehearsalDialog}>
            <RouterProvider router={router} />
          </RehearsalDialogContext>
        </UiWordsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
