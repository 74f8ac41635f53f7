import { Center, Loader, Stack, Text } from '@mantine/core';

/** Stands while a link or a sign-in is being checked. */
export function Pending({ text }: { text: string }) {
  return (
    <Center component="main" mih="100dvh">
      <Stack align="center" role="status">
        <Loader />
        <Text>{text}</Text>
      </Stack>
    </Center>
  );
}
