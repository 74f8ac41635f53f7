import { Text, Title } from '@mantine/core';
import classes from './RawPayloads.module.css';

type Post = { receivedAt: string; problem: string; body: string };

type Props = { title: string; none: string; payloads: readonly Post[]; when: (at: string) => string };

/** Unparseable payloads of an outside service, unchanged. */
export function RawPayloads({ title, none, payloads, when }: Props) {
  return (
    <section className={classes.posts}>
      <Title order={3}>{title}</Title>
      {payloads.length === 0 && (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
      {payloads.map(({ receivedAt, problem, body }) => (
        <div key={receivedAt + body} className={classes.post}>
          <Text size="sm">
            {when(receivedAt)} · {problem}
          </Text>
          <pre className={classes.raw} tabIndex={0}>
            {body}
          </pre>
        </div>
      ))}
    </section>
  );
}
