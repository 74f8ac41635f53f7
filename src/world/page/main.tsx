import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './page.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { TextsProvider } from './texts.tsx';
import { theme } from './theme.ts';

const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000, refetchOnWindowFocus: true } } });
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <TextsProvider>
          <Notifications position="top-center" limit={3} autoClose={2500} />
          <App />
        </TextsProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}
