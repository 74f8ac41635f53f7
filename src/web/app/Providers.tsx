import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { brand } from '#web/lib/pages/brand.ts';
import { styleNonce } from '#web/lib/pages/content-security.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { explain } from '#web/lib/api/problem-text.ts';
import { createBrandTheme, resolveVariables } from '#web/ui/theme.ts';
import { UiWordsProvider } from '#web/ui/words.tsx';

type Props = {
  queryClient: QueryClient;
  /** Draws without transitions, for tests. */
  isStill?: boolean;
  children: ReactNode;
};

/** Theme, query cache, and the words of the design system in the current language. */
export function Providers({ queryClient, isStill = false, children }: Props) {
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
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
      env={isStill ? 'test' : 'default'}
    >
      <QueryClientProvider client={queryClient}>
        <UiWordsProvider value={words}>{children}</UiWordsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
