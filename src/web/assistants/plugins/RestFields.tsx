import { Switch } from '@mantine/core';
import { Suspense } from 'react';
import type { AssistantId } from '#contract/assistants/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { lazyPart } from '#web/lib/pages/lazy-part.ts';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import type { PluginProps } from './PluginsPart.tsx';
import classes from './plugins.module.css';

// Loaded when it is switched on.
const RestCalls = lazyPart({
  texts: ['rest_calls'],
  load: () => import('./rest/RestCalls.tsx').then((m) => m.RestCalls),
});

/** Requests to systems of the owner that the assistant may send. */
export function RestFields({
  assistantId,
  plugin,
  onChange,
  errorOf,
}: PluginProps<'rest'> & { assistantId: AssistantId }) {
  const t = useTexts();
  return (
    <div className={classes.plugin}>
      <Switch
        label={t('assistants:rest.title')}
        description={t('assistants:rest.what')}
        checked={plugin !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? { calls: [] } : null)}
      />
      {plugin && (
        <Suspense fallback={<Waiting />}>
          <RestCalls assistantId={assistantId} plugin={plugin} onChange={onChange} errorOf={errorOf} />
        </Suspense>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <Loading>
      <RowsSkeleton rows={2} />
    </Loading>
  );
}
