import { Button, Card, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

type Props = {
  title: string;
  /** One sentence below the title. */
  text: string;
  links: readonly { to: string; label: string }[];
};

/** A section that leads to some pages. */
export function LinkCard({ title, text, links }: Props) {
  return (
    <Card component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      <Text c="dimmed" mt={4} mb="md">
        {text}
      </Text>
      <Group gap="xs">
        {links.map(({ to, label }) => (
          <Button key={to} variant="default" renderRoot={(props) => <Link to={to} {...props} />}>
            {label}
          </Button>
        ))}
      </Group>
    </Card>
  );
}
