import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of the settings under its heading. */
export function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" mt="md" aria-label={title}>
      <div>
        <Title order={2} size="h4">
          {title}
        </Title>
        {lead && (
          <Text size="sm" c="dimmed">
            {lead}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  );
}
