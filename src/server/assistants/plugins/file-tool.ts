import { tool, type ToolSet } from 'ai';
import { z } from 'zod';
import type { SendFilePlugin } from '#contract/assistants/settings.ts';
import type { FileId } from '#contract/texts/calls.ts';

const FILE_TOOL = 'send_file';

/** The tool by which the model has one of the owner's files sent with its reply; none without files. */
export function fileTool({ files }: SendFilePlugin, note: (fileId: FileId) => void): ToolSet {
  const titles = files.map(({ title }) => title);
  const [first, ...others] = [...new Set(titles)];
  if (first === undefined) return {};
  return {
    [FILE_TOOL]: tool({
      description: [
        'Sends the client one of these files together with your reply:',
        ...files.map(({ title, when }) => `${title}: ${when}`),
      ].join('\n'),
      inputSchema: z.object({
        file: z.enum([first, ...others]).describe(files.map(({ title, when }) => `${title}: ${when}`).join('; ')),
      }),
      execute: async ({ file }) => {
        const sent = files.find(({ title }) => title === file);
        if (!sent) return { ok: false, reason: 'not_found', next: 'Name one of the files of the description.' };
        note(sent.fileId);
        return { ok: true, name: sent.title };
      },
    }),
  };
}
