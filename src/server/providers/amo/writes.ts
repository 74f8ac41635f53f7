import { z } from 'zod';
import type { CommandOutcome } from '#server/connections/command-port.ts';
import type { DealCapability, NewNote } from '#server/connections/deal-port.ts';
import type { Caller } from '#server/connections/port.ts';
import type { ApiResult } from './answers.ts';
import type { ApiRequest, SendRequest } from './api-client.ts';
import { majorOf } from './records.ts';

type Writes = Pick<DealCapability, 'moveDeal' | 'createDeal' | 'addNote' | 'findNote' | 'createTask'>;

/** A call to a person; amoCRM has it in every account. */
const TASK_TYPE = 1;
const NOTES_SHOWN = 50;
/** Clocks of both sides may differ. */
const CLOCK_SECONDS = 120;

const Id = z.int().transform(String);
const Complex = z.array(z.object({ id: Id, contact_id: Id.nullish().catch(null) })).min(1);
const created = (entity: string) =>
  z.object({ _embedded: z.object({ [entity]: z.array(z.object({ id: Id })).min(1) }) });
const Notes = z.object({
  _embedded: z.object({
    notes: z.array(
      z.object({ created_at: z.number(), params: z.object({ text: z.string().nullish() }).nullish().catch(null) }),
    ),
  }),
});

export function writesOf(send: SendRequest): Writes {
  async function write<Shape extends z.ZodType>(
    caller: Caller,
    request: ApiRequest,
    shape: Shape,
    answerOf: (value: z.output<Shape>) => unknown,
  ): Promise<CommandOutcome> {
    const result = await send(caller, request, shape);
    if (!result.isOk || result.value === null) return outcomeOf(result);
    return { kind: 'done', answer: answerOf(result.value) };
  }

  return {
    moveDeal(caller, dealId, { pipelineId, stageId }) {
      const json = { pipeline_id: Number(pipelineId), status_id: Number(stageId) };
      const request = { method: 'PATCH', path: `/leads/${encodeURIComponent(dealId)}`, json } as const;
      return write(caller, request, z.unknown(), () => undefined);
    },

    createDeal(caller, { key, title, stage, priceMinor, person }) {
      const [firstName = '', ...surname] = person.name.split(' ');
      const contact = person.externalId
        ? { id: Number(person.externalId) }
        : {
            first_name: firstName,
            ...(surname.length > 0 && { last_name: surname.join(' ') }),
            custom_fields_values: [{ field_code: 'PHONE', values: [{ value: person.phone, enum_code: 'WORK' }] }],
          };
      const lead = {
        name: title,
        ...(priceMinor !== null && { price: majorOf(priceMinor, caller.credentials['currency'] ?? 'RUB') }),
        ...(stage && { pipeline_id: Number(stage.pipelineId), status_id: Number(stage.stageId) }),
        _embedded: { contacts: [contact], tags: [{ name: key }] },
      };
      return write(caller, { method: 'POST', path: '/leads/complex', json: [lead] }, Complex, ([made]) => ({
        dealId: made?.id,
        personId: made?.contact_id ?? person.externalId,
      }));
    },

    addNote(caller, { on, text }) {
      const json = [{ note_type: 'common', params: { text } }];
      return write(caller, { method: 'POST', path: notesPath(on), json }, created('notes'), (made) => ({
        noteId: made._embedded['notes']?.[0]?.id,
      }));
    },

    async findNote(caller, { on, text }, since) {
      const from = Math.floor(since.epochMilliseconds / 1_000) - CLOCK_SECONDS;
      const query = new URLSearchParams({
        'filter[note_type]': 'common',
        'filter[updated_at][from]': String(from),
        limit: String(NOTES_SHOWN),
      });
      const read = await send(caller, { method: 'GET', path: `${notesPath(on)}?${query}` }, Notes);
      if (!read.isOk) return null;
      const notes = read.value?._embedded.notes ?? [];
      return notes.some(({ params, created_at: at }) => params?.text === text && at >= from);
    },

    createTask(caller, { dealId, text, dueAt }) {
      const json = [
        {
          text,
          complete_till: Math.floor(dueAt.epochMilliseconds / 1_000),
          entity_id: Number(dealId),
          entity_type: 'leads',
          task_type_id: TASK_TYPE,
        },
      ];
      return write(caller, { method: 'POST', path: '/tasks', json }, created('tasks'), (made) => ({
        taskId: made._embedded['tasks']?.[0]?.id,
      }));
    },
  };
}

const notesPath = ({ kind, externalId }: NewNote['on']) =>
  `/${kind === 'deal' ? 'leads' : 'contacts'}/${encodeURIComponent(externalId)}/notes`;

/** After a request that was sent nobody knows what became of it, unless amoCRM refused it. */
function outcomeOf(result: ApiResult<unknown>): CommandOutcome {
  if (result.isOk) return { kind: 'unknown', text: null };
  const { trouble, text, retryAfterMs, isTemporary, isSent } = result;
  if (isSent) return { kind: 'unknown', text };
  if (isTemporary) return { kind: 'unreached', trouble, text, retryAfterMs };
  return { kind: 'refused', trouble, text };
}
