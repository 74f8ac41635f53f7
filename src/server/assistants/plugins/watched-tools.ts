import type { ToolSet } from 'ai';
import type { ChatProgress } from '#server/assistants/storage/visitor-queries.ts';

/** Receives the progress of an answer. It never throws. */
export type OnProgress = (progress: ChatProgress) => Promise<void>;

/** The same functions, each reporting when it begins and when it ends. */
export function watched(tools: ToolSet, onProgress: OnProgress): ToolSet {
  return Object.fromEntries(
    Object.entries(tools).map(([name, one]) => {
      const { execute } = one;
      if (!execute) return [name, one];
      const reporting: typeof execute = async (input, options) => {
        await onProgress('searching');
        try {
          return await execute(input, options);
        } finally {
          await onProgress('writing');
        }
      };
      return [name, { ...one, execute: reporting }];
    }),
  );
}
