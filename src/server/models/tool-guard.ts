import type { ToolSet } from 'ai';
import type { Logger } from '#server/platform/deployment/logger.ts';
import type { ToolUse } from './port.ts';

const FAILED = {
  ok: false,
  reason: 'failed',
  next: 'It did not work. Do not call it again; say so and pass the talk to a person.',
};
const TIMEOUT = {
  ok: false,
  reason: 'timeout',
  next: 'It is not known whether it worked. Do not call it again; say that a person will check it.',
};

/**
 * Tools that always return something to the model, in time: an error of ours shows it nothing of the inside, and a tool that
 * ignores its signal is not waited for.
 *
 * @returns `running`: the uses of the present step, in the order of their calls; emptied by the caller at its end
 */
export function guardTools(tools: ToolSet, log: Logger): { guarded: ToolSet; running: ToolUse[] } {
  const running: ToolUse[] = [];
  const guard = (name: string, tool: ToolSet[string]): ToolSet[string] => {
    const { execute } = tool;
    if (!execute) return tool;
    return {
      ...tool,
      execute: async (input: never, options: Parameters<typeof execute>[1]) => {
        const use: ToolUse = {
          callId: options.toolCallId,
          tool: name,
          arguments: input,
          result: null,
          error: 'unfinished',
        };
        running.push(use);
        const result = await Promise.race([run(), aborted(options.abortSignal)]);
        Object.assign(use, { result, error: null });
        return result;

        async function run(): Promise<unknown> {
          try {
            return await execute?.(input, options);
          } catch (error) {
            log.error({ err: error, tool: name }, 'a tool of a model failed');
            return FAILED;
          }
        }
      },
    } as ToolSet[string]; // NOTE: the same tool; its types of input and output are those of any tool
  };
  const guarded = Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, guard(name, tool)]));
  return { guarded, running };
}

function aborted(signal: AbortSignal | undefined): Promise<typeof TIMEOUT> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(TIMEOUT);
    signal?.addEventListener('abort', () => resolve(TIMEOUT), { once: true });
  });
}
