import { Anchor, Text } from '@mantine/core';
import { paragraphsOf } from './paragraphs.ts';

/** The text of an announcement: paragraphs with links. */
export function Paragraphs({ body }: { body: string }) {
  return paragraphsOf(body).map((parts, at) => (
    <Text key={at} size="sm" mt={4} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {parts.map(({ text, href }, index) =>
        href ? (
          <Anchor key={index} href={href} target="_blank" rel="noreferrer" size="sm">
            {text}
          </Anchor>
        ) : (
          text
        ),
      )}
    </Text>
  ));
}
